package io.github.dynamolock.samples.campaigns;

import java.util.List;

/**
 * The outcome of the demonstration as text.
 *
 * @param rows one for each campaign
 */
record DemonstrationTable(List<Row> rows) {

    private static final String LINE = "%-9s  %-7s  %-5s  %-13s  %-5s  %-7s  %-18s  %-13s  %-4s  %s%n";

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(LINE.formatted(
                "campaign", "work", "first", "token", "other", "waited", "answer", "token", "runs", "overlap"));
        rows.forEach(row -> text.append(row.line()));
        int largest = rows.stream()
                .mapToInt(row -> row.statistics().largestOverlap())
                .max()
                .orElse(0);
        text.append("%nLargest overlap of two runs of one campaign: %d%s%n"
                .formatted(largest, largest == 1 ? ", so each ran in one instance at a time." : ". THE LOCK FAILED."));
        return text.toString();
    }

    /**
     * A campaign and what came of it.
     *
     * @param work how long a run takes
     * @param first who ran first
     * @param other who came second, or not at all
     * @param statistics what the table has counted
     */
    record Row(WorkTime work, Attempt first, Attempt other, CampaignStatistics statistics) {

        static Row of(WorkTime work, Attempt one, Attempt another, CampaignStatistics statistics) {
            return one.order() < another.order()
                    ? new Row(work, one, another, statistics)
                    : new Row(work, another, one, statistics);
        }

        private String line() {
            return LINE.formatted(
                    statistics.campaign(),
                    work.duration().toMillis() + " ms",
                    first.instance(),
                    first.token(),
                    other.instance(),
                    other.waitedMillis() + " ms",
                    other.run() == null ? "409, did not run" : "ran after it",
                    other.token(),
                    statistics.runs(),
                    statistics.largestOverlap());
        }
    }
}
