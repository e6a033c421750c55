package io.github.dynamolock.verification.differential;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends sequences to ours and to a peer, on tables of its own, and compares what they answer and leave behind. */
final class Lane implements AutoCloseable {
    private static final int MAX_PAGES = 100;
    private static final int BATCH = 25;

    private final Peer ours;
    private final Peer theirs;
    private final List<Schema> schemas;
    private final Knowledge asked;
    private final List<Listed> listed;
    private final Summary summary;
    private boolean parted;

    Lane(Peer ours, Peer theirs, List<Schema> schemas, Knowledge asked, List<Listed> listed, Summary summary) {
        this.ours = ours;
        this.theirs = theirs;
        this.schemas = schemas;
        this.asked = asked;
        this.listed = listed;
        this.summary = summary;
    }

    void createTables() throws IOException {
        for (Schema schema : schemas) {
            Answer our = ours.ask(schema.create());
            Answer their = theirs.ask(schema.create());
            if (!our.isSuccess() || !their.isSuccess()) {
                throw new IOException("no table " + schema + ": " + our + ", " + their);
            }
        }
        for (Schema schema : schemas) {
            Call describe = new Call("DescribeTable", Json.object().put("TableName", schema.name()), "");
            while (!theirs.ask(describe)
                    .body()
                    .at("/Table/TableStatus")
                    .asString()
                    .equals("ACTIVE")) {
                Thread.onSpinWait();
            }
        }
    }

    /** Runs a sequence; the first difference that is not listed, or null. */
    @Nullable
    Difference run(Sequence sequence) throws IOException {
        Difference difference = null;
        boolean together = true;
        for (int i = 0; i < sequence.calls().size() && together && difference == null; i++) {
            Call call = sequence.calls().get(i);
            parted = false;
            difference = call.isSearch() ? search(call) : call(call);
            // After a listed difference the items may differ too, so nothing that follows would compare.
            together = !parted || !call.writes();
        }
        for (Schema schema : schemas) {
            if (sequence.mentions(schema)) {
                Difference left = clear(schema, together && difference == null);
                difference = difference == null ? left : difference;
            }
        }
        return difference;
    }

    private @Nullable Difference call(Call call) throws IOException {
        theirs.send(call);
        Answer our = ours.ask(call);
        return compare(call, our, theirs.receive());
    }

    private @Nullable Difference search(Call call) throws IOException {
        if (call.operation().equals("Scan")) {
            return compare(call, allPages(ours, call), allPages(theirs, call));
        }
        Call page = call;
        for (int i = 0; i < MAX_PAGES; i++) {
            theirs.send(page);
            Answer our = ours.ask(page);
            Answer their = theirs.receive();
            Difference difference = compare(page, our, their);
            JsonNode last = our.body().get("LastEvaluatedKey");
            if (difference != null || last == null || !last.equals(their.body().get("LastEvaluatedKey"))) {
                return difference;
            }
            ObjectNode next = call.body().deepCopy();
            next.set("ExclusiveStartKey", last);
            page = call.withBody(next);
        }
        throw new IOException("no end of pages of " + call);
    }

    /** Each peer scans in its own order, so only all pages together compare. */
    private static Answer allPages(Peer peer, Call call) throws IOException {
        ArrayNode items = Json.array();
        int count = 0;
        int scanned = 0;
        Call page = call;
        for (int i = 0; i < MAX_PAGES; i++) {
            Answer answer = peer.ask(page);
            if (!answer.isSuccess()) {
                return answer;
            }
            answer.body().path("Items").forEach(items::add);
            count += answer.body().path("Count").asInt(-1);
            scanned += answer.body().path("ScannedCount").asInt(-1);
            JsonNode last = answer.body().get("LastEvaluatedKey");
            if (last == null) {
                ObjectNode body =
                        answer.body().deepCopy().put("Count", (double) count).put("ScannedCount", (double) scanned);
                body.remove("ConsumedCapacity");
                if (body.has("Items")) {
                    body.set("Items", Json.sorted(items.valueStream()));
                }
                return answer.withBody(body);
            }
            ObjectNode next = call.body().deepCopy();
            next.set("ExclusiveStartKey", last);
            page = call.withBody(next);
        }
        throw new IOException("no end of pages of " + call);
    }

    private @Nullable Difference compare(Call call, Answer our, Answer their) {
        summary.compared(call, our);
        Answer corrected = their;
        Set<Listed> applied = new LinkedHashSet<>();
        for (Listed known : listed) {
            if (our.agreesWith(corrected, asked.messages())) {
                break;
            }
            Answer next = known.correction().apply(call, our, corrected);
            if (next != null && !next.equals(corrected)) {
                corrected = next;
                applied.add(known);
            }
        }
        if (!our.agreesWith(corrected, asked.messages())) {
            return new Difference(call, our, their);
        }
        listed.stream().filter(known -> known.silent().follows(call, our)).forEach(applied::add);
        parted |= applied.stream().anyMatch(Listed::parts);
        summary.excused(applied);
        return null;
    }

    /** Compares what is left in a table, unless it is known to differ, and deletes it. */
    private @Nullable Difference clear(Schema schema, boolean compared) throws IOException {
        Call scan = new Call("Scan", Json.object().put("TableName", schema.name()), "");
        Answer our = allPages(ours, scan);
        Answer their = allPages(theirs, scan);
        Difference difference = compared ? compare(scan, our, their) : null;
        delete(ours, schema, our);
        delete(theirs, schema, their);
        return difference;
    }

    private static void delete(Peer peer, Schema schema, Answer all) throws IOException {
        List<JsonNode> items = all.body().path("Items").valueStream().toList();
        for (int from = 0; from < items.size(); from += BATCH) {
            ObjectNode body = Json.object();
            ArrayNode deletes = body.putObject("RequestItems").putArray(schema.name());
            for (JsonNode item : items.subList(from, Math.min(items.size(), from + BATCH))) {
                deletes.addObject().putObject("DeleteRequest").set("Key", schema.keyOf((ObjectNode) item));
            }
            Answer answer = peer.ask(new Call("BatchWriteItem", body, ""));
            if (!answer.isSuccess()) {
                throw new IOException("could not delete " + body + ": " + answer);
            }
        }
    }

    @Override
    public void close() throws IOException {
        ours.close();
        theirs.close();
    }
}
