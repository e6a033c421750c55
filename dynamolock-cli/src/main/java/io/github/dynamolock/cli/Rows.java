package io.github.dynamolock.cli;

import io.github.dynamolock.LockInfo;
import java.io.PrintWriter;
import java.util.TreeSet;
import software.amazon.awssdk.core.SdkBytes;

/** How a lock's row is shown. The payload and the values of attributes are not: only that they are there. */
final class Rows {

    private Rows() {}

    static void print(LockInfo row, PrintWriter out) {
        SdkBytes data = row.data();
        print(out, "key", Texts.visible(row.key()));
        print(out, "state", state(row));
        print(out, "owner", Texts.visible(row.ownerName()));
        print(out, "fencing token", Long.toString(row.fencingToken()));
        print(out, "lease", Texts.duration(row.leaseDuration()));
        print(out, "version", Texts.visible(row.recordVersionNumber()));
        print(out, "data", data == null ? "none" : data.asByteArrayUnsafe().length + " bytes");
        String names = String.join(", ", new TreeSet<>(row.attributes().keySet()));
        print(out, "attributes", names.isEmpty() ? "none" : Texts.visible(names));
    }

    private static void print(PrintWriter out, String name, String value) {
        out.printf("%-14s %s%n", name + ":", value);
    }

    /** Who has looked once can't tell a holder that died from one that lives. */
    static String state(LockInfo row) {
        return row.released() ? "free" : "held";
    }
}
