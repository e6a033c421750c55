package io.github.dynamolock.verification.differential;

/** Two answers to one request. */
record Difference(Call call, Answer ours, Answer theirs) {
    /** What stays the same while a sequence is made smaller. */
    String signature() {
        return call.operation() + " " + kind(ours) + " " + kind(theirs);
    }

    private static String kind(Answer answer) {
        return answer.error() + Category.of(answer.error(), answer.message());
    }

    @Override
    public String toString() {
        return "    " + call + "\n      ours:   " + ours + "\n      theirs: " + theirs;
    }
}
