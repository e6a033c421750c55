package io.github.dynamolock.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The shape of this module. */
class ArchitectureTests {

    private static final String ROOT = "io.github.dynamolock.test";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    /** Who has no Spring, or another test framework, must be able to use the rest. */
    @Test
    void whatIsOptionalIsInAPackageOfItsOwn() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + ".*", "org.junit..", "org.springframework..", "io.github.dynamolock.spring..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".junit")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "io.github.dynamolock.spring..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(ROOT + ".autoconfigure")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..")
                .check(CLASSES);
    }

    @Test
    void publicClassesAreFinal() {
        classes()
                .that()
                .arePublic()
                .and()
                .areNotInterfaces()
                .and()
                .areNotEnums()
                .should()
                .haveModifier(JavaModifier.FINAL)
                .check(CLASSES);
    }
}
