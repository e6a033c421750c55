package io.github.dynamolock.history;

import io.github.dynamolock.history.Entry.Operation;
import io.github.dynamolock.history.Entry.Outcome;
import io.github.dynamolock.history.Fault.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Ways to spoil a good history of one key, and what a checker must say of each. */
enum Damage {
    DOUBLED_TOKEN(Reason.TOKEN_TWICE) {
        @Override
        void spoil(List<Entry> h) {
            Entry last = grant(h, 2);
            h.add(with(last, "px", last.token(), last.answered() + 1_000, last.answered() + 1_001));
        }
    },
    SWAPPED_TOKENS(Reason.TOKEN_FELL) {
        @Override
        void spoil(List<Entry> h) {
            long one = grant(h, 0).token();
            long two = grant(h, 2).token();
            change(h, grant(h, 2), e -> with(e, e.process(), e.token(), e.answered(), e.answered()));
            h.replaceAll(e -> e.token() == one ? withToken(e, two) : e.token() == two ? withToken(e, one) : e);
        }
    },
    FALLEN_TOKEN(Reason.TOKEN_FELL) {
        @Override
        void spoil(List<Entry> h) {
            long end = end(h);
            h.add(new Entry("px", "t", Operation.ACQUIRE, "k", grant(h, 0).token() - 1, end, end + 5, Outcome.OK));
        }
    },
    LOOK_WHILE_ANOTHER_HOLDS(Reason.OVERLAP) {
        @Override
        void spoil(List<Entry> h) {
            // Asked after the next holder had its answer, and answered yes.
            Entry one = grant(h, 0);
            removeEnds(h, one.token());
            long after = grant(h, 1).answered() + 1;
            h.add(new Entry(one.process(), "t", Operation.HELD, "k", one.token(), after, after + 1, Outcome.OK));
        }
    },
    GRANT_BEFORE_RELEASE(Reason.OVERLAP) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 0);
            removeEnds(h, one.token());
            long after = grant(h, 1).answered() + 1;
            h.add(new Entry(one.process(), "t", Operation.RELEASE, "k", one.token(), after, after + 1, Outcome.OK));
        }
    },
    RELEASE_BY_ANOTHER(Reason.BY_ANOTHER) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            removeEnds(h, one.token());
            long after = one.answered() + 1;
            h.add(new Entry("px", "t", Operation.RELEASE, "k", one.token(), after, after + 1, Outcome.OK));
        }
    },
    LOOK_BY_ANOTHER(Reason.BY_ANOTHER) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            h.add(new Entry("px", "t", Operation.HELD, "k", one.token(), one.answered(), one.answered(), Outcome.OK));
        }
    },
    LOST_GRANT(Reason.NEVER_GRANTED) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            h.add(new Entry(
                    one.process(), "t", Operation.HELD, "k", one.token(), one.answered(), one.answered(), Outcome.OK));
            h.remove(one);
        }
    },
    SECOND_RELEASE(Reason.RELEASED_TWICE) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            removeEnds(h, one.token());
            for (int time = 1; time <= 2; time++) {
                long at = one.answered() + time;
                h.add(new Entry(one.process(), "t", Operation.RELEASE, "k", one.token(), at, at, Outcome.OK));
            }
        }
    },
    LOOK_AFTER_RELEASE(Reason.HELD_AFTER_RELEASE) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            removeEnds(h, one.token());
            long at = one.answered();
            h.add(new Entry(one.process(), "t", Operation.RELEASE, "k", one.token(), at, at + 1, Outcome.OK));
            h.add(new Entry(one.process(), "t", Operation.HELD, "k", one.token(), at + 2, at + 3, Outcome.OK));
        }
    },
    LOOK_AFTER_LOSS(Reason.HELD_AFTER_LOSS) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            removeEnds(h, one.token());
            long at = one.answered();
            h.add(new Entry(one.process(), "t", Operation.LOST, "k", one.token(), at, at, Outcome.OK));
            h.add(new Entry(one.process(), "t", Operation.HELD, "k", one.token(), at + 1, at + 1, Outcome.OK));
        }
    },
    SECOND_LOSS(Reason.LOST_TWICE) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            removeEnds(h, one.token());
            for (int time = 1; time <= 2; time++) {
                long at = one.answered() + time;
                h.add(new Entry(one.process(), "t", Operation.LOST, "k", one.token(), at, at, Outcome.OK));
            }
        }
    },
    RELEASE_BEFORE_GRANT(Reason.BEFORE_GRANT) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            removeEnds(h, one.token());
            long at = one.invoked() - 2;
            h.add(new Entry(one.process(), "t", Operation.RELEASE, "k", one.token(), at, at + 1, Outcome.OK));
        }
    },
    ANSWER_BEFORE_CALL(Reason.ANSWER_BEFORE_CALL) {
        @Override
        void spoil(List<Entry> h) {
            Entry one = grant(h, 1);
            change(h, one, e -> with(e, e.process(), e.token(), e.answered() + 1, e.invoked()));
        }
    },
    NO_TOKEN(Reason.BAD_TOKEN) {
        @Override
        void spoil(List<Entry> h) {
            change(h, grant(h, 1), e -> withToken(e, 0));
        }
    };

    private final Reason reason;

    Damage(Reason reason) {
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }

    abstract void spoil(List<Entry> history);

    List<Entry> of(List<Entry> good) {
        List<Entry> bad = new ArrayList<>(good);
        spoil(bad);
        return bad;
    }

    private static Entry grant(List<Entry> history, int number) {
        return history.stream()
                .filter(e -> e.is(Operation.ACQUIRE))
                .skip(number)
                .findFirst()
                .orElseThrow();
    }

    private static long end(List<Entry> history) {
        return history.stream()
                .filter(e -> e.answered() != Entry.NEVER)
                .mapToLong(Entry::answered)
                .max()
                .orElseThrow();
    }

    private static void removeEnds(List<Entry> history, long token) {
        history.removeIf(e -> e.token() == token && e.operation() != Operation.ACQUIRE);
    }

    private static void change(List<Entry> history, Entry entry, UnaryOperator<Entry> change) {
        history.set(history.indexOf(entry), change.apply(entry));
    }

    private static Entry with(Entry e, String process, long token, long invoked, long answered) {
        return new Entry(process, e.thread(), e.operation(), e.key(), token, invoked, answered, e.outcome());
    }

    private static Entry withToken(Entry e, long token) {
        return with(e, e.process(), token, e.invoked(), e.answered());
    }
}
