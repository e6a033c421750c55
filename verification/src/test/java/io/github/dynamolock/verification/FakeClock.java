package io.github.dynamolock.verification;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Other clocks for a process, by libfaketime (Debian's package of that name). */
final class FakeClock {

    static final String MISSING = "libfaketime is not installed: apt-get install libfaketime";

    private FakeClock() {}

    /** The library, where it is installed. */
    static Optional<Path> library() {
        Path libraries = Path.of("/usr/lib");
        if (!Files.isDirectory(libraries)) {
            return Optional.empty();
        }
        try (Stream<Path> architectures = Files.list(libraries)) {
            List<Path> found = architectures
                    .map(directory -> directory.resolve("faketime").resolve("libfaketimeMT.so.1"))
                    .filter(Files::exists)
                    .toList();
            return found.stream().findFirst();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The wall clock alone, moved by what {@link #move} writes to the file, which is read each second; the monotonic clock stays. */
    static Map<String, String> movedBy(Path file) throws IOException {
        move(file, "+0");
        return Map.of(
                "LD_PRELOAD", library().orElseThrow().toString(),
                "FAKETIME_TIMESTAMP_FILE", file.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                // Its mend for another C library makes each wait of ours end at once, and all threads spin.
                "FAKETIME_FORCE_MONOTONIC_FIX", "0",
                "DONT_FAKE_MONOTONIC", "1");
    }

    static void move(Path file, String offset) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, offset + "\n", StandardCharsets.US_ASCII);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** All clocks, at another rate. */
    static Map<String, String> atRate(String rate) {
        return Map.of("LD_PRELOAD", library().orElseThrow().toString(), "FAKETIME", "+0 x" + rate);
    }
}
