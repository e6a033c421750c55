package io.github.dynamolock.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTests {
    private static final String BASE = ArchitectureTests.class.getPackageName();
    private static final JavaClasses MAIN = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(BASE);

    @Test
    void packagesHaveNoCycles() {
        slices().matching(BASE + ".(*)..").should().beFreeOfCycles().check(MAIN);
        classes()
                .that()
                .resideInAPackage(BASE + ".*")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackage(BASE)
                .check(MAIN);
    }

    @Test
    void nothingIsNeededButTheSdkAndWhatItLogsWith() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        BASE + "..",
                        "java..",
                        "com.sun.net.httpserver..",
                        "software.amazon.awssdk..",
                        "org.jspecify..",
                        "org.slf4j..")
                .check(MAIN);
    }
}
