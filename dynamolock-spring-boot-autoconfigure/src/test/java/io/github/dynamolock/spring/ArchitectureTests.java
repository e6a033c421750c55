package io.github.dynamolock.spring;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The shape of this module. */
class ArchitectureTests {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.github.dynamolock.spring");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("io.github.dynamolock.spring.(**)")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage("io.github.dynamolock.spring")
                .should()
                .dependOnClassesThat(resideInAPackage("io.github.dynamolock.spring.*")
                        .and(not(resideInAPackage("io.github.dynamolock.spring.observation"))))
                .because("the annotation and its advice work without Boot's wiring")
                .check(CLASSES);
    }

    @Test
    void autoConfigurationsArePublicFinalAndShowNothingElse() {
        classes()
                .that()
                .areAnnotatedWith(AutoConfiguration.class)
                .should()
                .bePublic()
                .andShould()
                .haveModifier(JavaModifier.FINAL)
                .check(CLASSES);
        methods()
                .that()
                .areAnnotatedWith(Bean.class)
                .should()
                .bePackagePrivate()
                .because("beans are got from the context, not from the class that makes them")
                .check(CLASSES);
    }

    @Test
    void classConditionsStandOnClasses() {
        methods()
                .that()
                .areAnnotatedWith(Bean.class)
                .should()
                .notBeAnnotatedWith(ConditionalOnClass.class)
                .because("a method's signature is loaded before its condition is read")
                .check(CLASSES);
    }

    @Test
    void theAdviceKnowsNothingOfBoot() {
        noClasses()
                .that()
                .resideInAnyPackage("io.github.dynamolock.spring", "io.github.dynamolock.spring.observation")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework.boot..")
                .check(CLASSES);
    }
}
