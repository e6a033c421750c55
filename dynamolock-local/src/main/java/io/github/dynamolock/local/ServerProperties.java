package io.github.dynamolock.local;

import java.util.Map;

/**
 * The settings of the JDK's HTTP server that the front needs.
 *
 * <p>They are system properties, which the server reads once, when its classes load. What is set already stays.
 */
final class ServerProperties {
    private static final String PREFIX = "sun.net.httpserver.";

    private static final Map<String, String> NEEDED = Map.of(
            // Without it every answer waits 40 ms for an acknowledgement.
            "nodelay", "true",
            // A connection is for the client to close. When the server does, after 30 seconds by default, a call that
            // the
            // client sends at that moment is lost; SDKs keep idle connections for 60 or 90 seconds, some for ever.
            "idleInterval", Long.toString(24 * 60 * 60),
            // By default the server closes a connection that goes idle beside 200 idle ones, with the same loss.
            "maxIdleConnections", Integer.toString(Integer.MAX_VALUE));

    private ServerProperties() {}

    static void set() {
        NEEDED.forEach((name, value) -> {
            if (System.getProperty(PREFIX + name) == null) {
                System.setProperty(PREFIX + name, value);
            }
        });
    }
}
