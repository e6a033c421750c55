package io.github.dynamolock;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The shape of this module, and why it has it. */
class ArchitectureTests {

    private static final String ROOT = "io.github.dynamolock";
    private static final String TABLE = ROOT + ".table..";
    private static final String FENCING = ROOT + ".fencing..";

    private static final Set<String> RANDOM_SOURCES = Set.of(
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.security.SecureRandom",
            "java.util.concurrent.ThreadLocalRandom",
            "java.util.random.RandomGenerator");

    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT)
            .that(describe("of this module", type -> !type.getPackageName().startsWith(ROOT + ".local")));

    private static boolean isOfferedToUsers(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass()
                        .map(ArchitectureTests::isOfferedToUsers)
                        .orElse(true);
    }

    private static DescribedPredicate<JavaCall<?>> call(Class<?> type, String method) {
        return target(owner(name(type.getName()))).and(target(name(method))).forSubtype();
    }

    @Test
    void theClassesAreFound() {
        assertThat(MAIN.contain(LockClient.class)).isTrue();
        assertThat(MAIN.contain(ArchitectureTests.class)).isFalse();
    }

    /** A package that can be read alone can be understood alone. */
    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.github.(**)").should().beFreeOfCycles().check(MAIN);
    }

    /** The row must not know who writes it; fencing is built on locks, never the other way. */
    @Test
    void dependenciesRunFromFencingOverTheRootToTheTable() {
        noClasses()
                .that()
                .resideInAPackage(TABLE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT, FENCING)
                .check(MAIN);
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(FENCING)
                .allowEmptyShould(true)
                .check(MAIN);
    }

    /** The types of the table are public only because Java has no narrower word; users get none in their hands. */
    @Test
    void noPublicSignatureShowsATypeOfTheTable() {
        assertThat(MAIN.stream()
                        .filter(type -> !type.getPackageName().equals(ROOT + ".table"))
                        .filter(ArchitectureTests::isOfferedToUsers)
                        .flatMap(type -> type.getCodeUnits().stream())
                        .filter(unit -> unit.getModifiers().contains(JavaModifier.PUBLIC))
                        .flatMap(unit ->
                                Stream.concat(unit.getRawParameterTypes().stream(), Stream.of(unit.getRawReturnType())))
                        .filter(type -> type.getPackageName().equals(ROOT + ".table")))
                .isEmpty();
    }

    @Test
    void theCoreWorksWithoutSpring() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "jakarta..", "javax..")
                .check(MAIN);
    }

    /** Else a test could not move the time, nor a simulation replay it. */
    @Test
    void onlyTheSystemClockReadsAClock() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(SystemClock.class.getName())
                .should()
                .callMethodWhere(call(System.class, "nanoTime"))
                .orShould()
                .callMethodWhere(call(System.class, "currentTimeMillis"))
                .orShould()
                .callMethodWhere(call(Instant.class, "now"))
                .orShould()
                .callMethodWhere(call(LocalDateTime.class, "now"))
                .orShould()
                .callMethodWhere(call(ZonedDateTime.class, "now"))
                .orShould()
                .callMethodWhere(call(OffsetDateTime.class, "now"))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.time.Clock.class)
                .check(MAIN);
    }

    /** A thread that sleeps can't be woken for what it should do instead. */
    @Test
    void nothingSleeps() {
        noClasses()
                .should()
                .callMethodWhere(call(Thread.class, "sleep"))
                .orShould()
                .callMethodWhere(call(TimeUnit.class, "sleep"))
                .check(MAIN);
    }

    /** Else a fault schedule could not be replayed from its seed. */
    @Test
    void onlyIdsAreRandom() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Ids.class.getName())
                .should()
                .dependOnClassesThat(
                        describe("are sources of randomness", type -> RANDOM_SOURCES.contains(type.getFullName())))
                .orShould()
                .callMethodWhere(call(UUID.class, "randomUUID"))
                .orShould()
                .callMethodWhere(call(Math.class, "random"))
                .check(MAIN);
        assertThat(RANDOM_SOURCES).contains(Random.class.getName());
    }

    /** Exceptions are the one thing to inherit. */
    @Test
    void publicClassesAreFinalOrExceptions() {
        classes()
                .that()
                .arePublic()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .and()
                .areNotAssignableTo(RuntimeException.class)
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(MAIN);
    }
}
