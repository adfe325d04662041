/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import org.jspecify.annotations.NullMarked;

/** The rules over classes. A rule whose room is still empty holds. */
final class Rules {
    private static final String JDK = "java..";
    private static final String NULL_ANNOTATIONS = "org.jspecify.annotations..";

    static final ArchRule CTF_NEEDS_ONLY_THE_JDK = room("org.bowline.ctf..", "org.bowline.ctf..")
            .because("the reader is a library of its own");

    static final ArchRule CORE_NEEDS_ONLY_CTF_FASTUTIL_AND_STATISTICS = room("org.bowline.core..", "org.bowline.core..",
            "org.bowline.ctf..",
            "it.unimi.dsi.fastutil..", "org.apache.commons.statistics.descriptive..")
            .because("the engine runs in a command line, in Maven and in Eclipse");

    static final ArchRule REPORT_NEEDS_ONLY_CORE = room("org.bowline.report..", "org.bowline.report..", "org.bowline.core..",
            "it.unimi.dsi.fastutil..", "de.siegmar.fastcsv..", "com.google.gson..", "com.google.errorprone.annotations..")
            .because("what is written are results, not events of a trace");

    static final ArchRule CLI_NEEDS_NO_LIBRARY_BUT_PICOCLI = room("org.bowline.cli..", "org.bowline.cli..", "org.bowline.runs..",
            "org.bowline.report..", "org.bowline.core..", "org.bowline.ctf..", "picocli..")
            .because("files are written by the report's writers, which other front ends share");

    static final ArchRule RUNS_DO_NOT_RENDER = room("org.bowline.runs..", "org.bowline.runs..", "org.bowline.report.rows",
            "org.bowline.report.table", "org.bowline.report.export", "org.bowline.core..", "it.unimi.dsi.fastutil..",
            "de.siegmar.fastcsv..", "com.google.gson..", "org.apache.commons.statistics..", "org.snakeyaml.engine..")
            .because("what is known of a run does not depend on how it is shown; its tables are read back as they were written");

    static final ArchRule COMPARE_NEEDS_ONLY_FACTS_AND_STATISTICS = room("org.bowline.runs.compare..", "org.bowline.runs..",
            "org.bowline.report.rows", "org.bowline.core..", "org.apache.commons.statistics..")
            .because("it computes; what shows it, on a page or in the window, comes after it");

    static final ArchRule MAVEN_PLUGIN_IS_A_LEAF = room("org.bowline.maven..", "org.bowline.maven..", "org.bowline.runs..",
            "org.bowline.report..",
            "org.bowline.core..",
            "org.apache.maven.plugin..", "org.apache.maven.plugins.annotations..", "org.apache.maven.model..",
            "org.codehaus.plexus.util.xml..", "javax.xml..", "org.w3c.dom..", "org.xml.sax..")
            .because("a build needs no command line");

    static final ArchRule NOBODY_NEEDS_ECLIPSE = noClasses()
            .should().dependOnClassesThat().resideInAPackage("org.eclipse..")
            .because("these modules run where no Eclipse is");

    static final ArchRule ROOMS_OF_CORE_HAVE_NO_CYCLES = slices().matching("org.bowline.core.(*)..")
            .should().beFreeOfCycles().allowEmptyShould(true);

    static final ArchRule EVERY_PACKAGE_IS_NULL_MARKED = classes()
            .should(new ArchCondition<JavaClass>("be in a package whose package-info.java is @NullMarked") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                        events.add(SimpleConditionEvent.violated(type, type.getName() + " is in a package without @NullMarked"));
                    }
                }
            });

    static final ArchRule NO_STANDARD_STREAMS = GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS.allowEmptyShould(true)
            .because("a library returns results and caveats; only the command line prints");

    static final ArchRule NO_LOGGING = GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING.allowEmptyShould(true)
            .because("what happened belongs to the result, as a caveat");

    static final ArchRule NO_EXIT = noClasses()
            .should().callMethod(System.class, "exit", int.class)
            .orShould().callMethod(Runtime.class, "exit", int.class)
            .orShould().callMethod(Runtime.class, "halt", int.class)
            .allowEmptyShould(true);

    static final ArchRule NAMES_SAY_HOW = classes()
            .should(new ArchCondition<JavaClass>("have a name that says what they are, not that they are an interface or implement one") {
                @Override
                public void check(JavaClass type, ConditionEvents events) {
                    String name = type.getSimpleName();
                    if (name.endsWith("Impl") || (type.isInterface() && name.matches("I[A-Z][a-z].*"))) {
                        events.add(SimpleConditionEvent.violated(type, type.getName()));
                    }
                }
            });

    private Rules() {}

    private static ArchRule room(String room, String... mayUse) {
        return classes().that().resideInAPackage(room)
                .should().onlyDependOnClassesThat(inAnyOf(mayUse))
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaClass> inAnyOf(String... packages) {
        return JavaClass.Predicates.resideInAnyPackage(packages)
                .or(JavaClass.Predicates.resideInAnyPackage(JDK, NULL_ANNOTATIONS))
                .as("are of %s or the JDK", String.join(", ", packages));
    }
}
