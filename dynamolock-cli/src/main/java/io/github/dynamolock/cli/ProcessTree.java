package io.github.dynamolock.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * A process and what it started, as far as it can be seen: a process whose parent had ended before anybody looked is not.
 * Thread-safe.
 */
final class ProcessTree {

    /** Nobody tells of the end of a process that is not one's own child. */
    private static final long MILLIS_BETWEEN_LOOKS = 20;

    /** Parents before children: a shell whose child is stopped first would go on to its next line. Guarded by this. */
    private final Set<ProcessHandle> members = new LinkedHashSet<>();

    ProcessTree(ProcessHandle root) {
        members.add(root);
    }

    /** Asks all to end: SIGTERM. */
    synchronized void terminate() {
        look();
        members.forEach(ProcessHandle::destroy);
    }

    /** Waits until all have ended, and kills with SIGKILL what has not by then. */
    void killAfter(Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        while (!haveEnded()) {
            if (System.nanoTime() - start >= limit.toNanos()) {
                kill();
            }
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
        }
    }

    /** Waits until all have ended. */
    void join() throws InterruptedException {
        while (!haveEnded()) {
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
        }
    }

    private synchronized boolean haveEnded() {
        return members.stream().allMatch(ProcessTree::hasEnded);
    }

    private synchronized void kill() {
        look();
        members.forEach(ProcessHandle::destroyForcibly);
    }

    private synchronized void look() {
        List<ProcessHandle> parents = new ArrayList<>(members);
        while (!parents.isEmpty()) {
            List<ProcessHandle> found = new ArrayList<>();
            for (ProcessHandle parent : parents) {
                parent.children().filter(members::add).forEach(found::add);
            }
            parents = found;
        }
    }

    /** Whether a process runs no more: also when nobody has taken note of its end, as the first process of a container may not. */
    static boolean hasEnded(ProcessHandle process) {
        return !process.isAlive() || isZombie(process.pid());
    }

    /** The state is the first letter after the name, which is in parentheses (proc(5)). */
    private static boolean isZombie(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
            return stat.startsWith(" Z", stat.lastIndexOf(')') + 1);
        } catch (IOException noProcOrNoSuchProcess) {
            return false;
        }
    }
}
