package io.github.dynamolock.verification;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** What a process uses: its heap after a collection in bytes, its threads, its open file descriptors. */
record Vitals(long heap, int threads, long descriptors) {

    static Vitals now() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return new Vitals(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                ManagementFactory.getPlatformMXBean(UnixOperatingSystemMXBean.class)
                        .getOpenFileDescriptorCount());
    }

    static Vitals of(String line) {
        String[] words = line.split(" ", -1);
        return new Vitals(Long.parseLong(words[1]), Integer.parseInt(words[2]), Long.parseLong(words[3]));
    }

    @Override
    public String toString() {
        return "vitals " + heap + " " + threads + " " + descriptors;
    }
}
