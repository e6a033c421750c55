package io.github.dynamolock.simulation;

/** What must hold in every schedule. */
enum Invariant {
    S1("one holder", "no two believe in one lock at one time"),
    S2("tokens grow", "in the order in which the table granted them"),
    S3("one token, one grant", "no token is granted twice"),
    S4("over is over", "a hold that is over never is held again, nor granted"),
    S5("losses are told", "once, and in time"),
    S6("no false loss", "nobody loses a lock that nobody took, while the table could be reached"),
    S7("no unknown hold", "a hold that its user never got is not renewed for longer than a lease"),
    S8("own releases only", "a release touches the releaser's own hold alone, and says what the table shows"),
    S9("closing frees all", "each hold, within the limit; and nothing is granted afterwards"),
    S10("data is kept", "payload and attributes change only by their holder's own writes"),
    S11("foreign rows stay", "items that are no sound lock rows are never touched"),
    S12("grants rest on writes", "not on what a read says"),
    S13("longest holds end", "held no longer, renewed no more"),
    S14("one process, one holder", "threads and clients of one name exclude each other"),
    S15("stealing takes a lease", "by the monotonic clock of who steals"),
    H1("shortest holds last", "nobody is granted a lock before the shortest hold of a released one is over"),
    T1("stale fences fail", "a transaction fenced with a lock commits only while its hold has the row"),
    L1("dead holders' locks", "are granted to who waits, a lease after their last sign of life"),
    L3("released locks", "are granted to who waits, at its next look"),
    X("nothing unexpected", "no task fails with what it should have handled");

    final String title;
    final String meaning;

    Invariant(String title, String meaning) {
        this.title = title;
        this.meaning = meaning;
    }

    String violatedBy(String what) {
        return name() + " " + title + ": " + what;
    }
}
