package io.github.dynamolock;

import io.github.dynamolock.table.Escapes;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/** The only place where this library asks for randomness, but for the jitter of its timers. */
final class Ids {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int HOLD_ID_BYTES = 16;
    private static final int MAX_ID_LENGTH = 255;
    private static final int OWNER_BYTES = 4;

    private Ids() {}

    /** 128 random bits. */
    static String random() {
        return hex(HOLD_ID_BYTES);
    }

    /** Ids of somebody else's making, each checked for what the version in the row can carry. */
    static Supplier<String> checked(Supplier<String> generator) {
        return () -> {
            String id = generator.get();
            if (id == null || id.isBlank() || id.indexOf(':') >= 0 || id.length() > MAX_ID_LENGTH) {
                throw new IllegalStateException(
                        "the idGenerator made the hold id '" + Escapes.escape(String.valueOf(id))
                                + "'; an id must have 1 to " + MAX_ID_LENGTH + " characters and no colon");
            }
            return id;
        };
    }

    /** A name by which people can find this process. */
    static String defaultOwnerName() {
        return hostName() + "-" + ProcessHandle.current().pid() + "-" + hex(OWNER_BYTES);
    }

    /** From 0 to 1, for jitter. */
    static double fraction() {
        return ThreadLocalRandom.current().nextDouble();
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }

    private static String hex(int bytes) {
        byte[] random = new byte[bytes];
        RANDOM.nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
