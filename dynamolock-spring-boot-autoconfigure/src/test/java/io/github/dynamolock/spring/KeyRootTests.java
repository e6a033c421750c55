package io.github.dynamolock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Keys of several parts. */
class KeyRootTests {

    private static String join(@Nullable Object... parts) {
        return new KeyRoot(KeyRoot.class.getDeclaredMethods()[0], null, KeyRoot.class, new Object[0]).join(parts);
    }

    @Test
    void partsAreJoinedByColons() {
        assertThat(join("shop", 42, TimeUnit.DAYS)).isEqualTo("shop:42:DAYS");
        assertThat(join("only")).isEqualTo("only");
    }

    @Test
    void colonsInPartsDoNotMakeTwoKeysOne() {
        assertThat(join("a:b", "c")).isNotEqualTo(join("a", "b:c")).isEqualTo("a\\:b:c");
        assertThat(join("a\\", "b")).isNotEqualTo(join("a:b")).isEqualTo("a\\\\:b");
        assertThat(join("", "a")).isNotEqualTo(join("a"));
    }

    @Test
    void thePartsCanBeReadAgainWhateverTheyAre() {
        Random random = new Random(11);
        Map<String, List<String>> seen = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            List<String> parts = new ArrayList<>();
            for (int count = random.nextInt(4) + 1; count > 0; count--) {
                parts.add(part(random));
            }
            String key = join(parts.toArray());
            assertThat(split(key)).isEqualTo(parts);
            assertThat(seen.computeIfAbsent(key, unused -> parts)).isEqualTo(parts);
        }
    }

    private static String part(Random random) {
        StringBuilder part = new StringBuilder();
        for (int length = random.nextInt(5); length > 0; length--) {
            part.append(":\\ab".charAt(random.nextInt(4)));
        }
        return part.toString();
    }

    private static List<String> split(String key) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c == ':') {
                parts.add(part.toString());
                part.setLength(0);
            } else {
                part.append(c == '\\' ? key.charAt(++i) : c);
            }
        }
        parts.add(part.toString());
        return parts;
    }

    @Test
    void aPartThatMakesNoTextIsRefusedByItsNumber() {
        for (Object faulty : Arrays.asList(null, List.of("a"), new Object(), AttributeValue.fromS("a"))) {
            assertThatExceptionOfType(FaultyKeyPartException.class)
                    .isThrownBy(() -> join("a", faulty))
                    .withMessageContaining("number 2 of join(...)");
        }
    }

    @Test
    void anAnnotationMayJoinAndIsToldWhichPartIsNull() {
        LockTestContext.runner().withBean(Jobs.class).run(context -> {
            Jobs jobs = context.getBean(Jobs.class);
            FakeLockClient locks = context.getBean(FakeLockClient.class);
            jobs.joined("a:b", "c");
            assertThat(locks.events).startsWith("acquire a\\:b:c");
            assertThatExceptionOfType(InvalidLockKeyException.class)
                    .isThrownBy(() -> jobs.joined("a", null))
                    .withMessageContaining("Jobs.joined(String, String): the result of key = \"join(#one, #two)\"")
                    .withMessageContaining("number 2 of join(...) is null")
                    .withMessageEndingWith("The method did not run.");
            assertThat(locks.requests).hasSize(1);
        });
    }

    static class Jobs {

        @DistributedLock("join(#one, #two)")
        public void joined(String one, @Nullable String two) {}
    }
}
