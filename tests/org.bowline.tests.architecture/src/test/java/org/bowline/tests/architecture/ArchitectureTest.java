/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.cli.planted.WritesCsvItself;
import org.bowline.core.planted.KnowsEclipse;
import org.bowline.core.planted.PrintsAndLogs;
import org.bowline.core.planted.unmarked.IReaderImpl;
import org.bowline.core.plantedfirst.First;
import org.bowline.core.plantedsecond.Second;
import org.bowline.ctf.planted.UsesFastutil;
import org.bowline.maven.planted.ParsesOptions;
import org.bowline.report.planted.ReadsEvents;
import org.bowline.runs.compare.planted.ComparesWithCsv;
import org.bowline.runs.planted.RendersRuns;

/** The shipped classes keep the rules, and each rule finds the class that was planted to break it. */
final class ArchitectureTest {
    static final JavaClasses SHIPPED = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.bowline");
    private static final JavaClasses LIBRARIES = SHIPPED.that(JavaClass.Predicates.resideInAnyPackage("org.bowline.ctf..",
            "org.bowline.core..", "org.bowline.report..", "org.bowline.runs.."));
    /** All at once: each import resolves what its classes refer to. */
    private static final JavaClasses PLANTED = new ClassFileImporter().importClasses(UsesFastutil.class, KnowsEclipse.class,
            ReadsEvents.class, WritesCsvItself.class, RendersRuns.class, ComparesWithCsv.class, ParsesOptions.class, First.class,
            Second.class,
            IReaderImpl.class, PrintsAndLogs.class);

    @Test
    void theModulesAreThere() {
        assertThat(SHIPPED.stream().map(type -> type.getPackageName())).contains("org.bowline.ctf", "org.bowline.core.model",
                "org.bowline.cli", "org.bowline.runs", "org.bowline.runs.compare", "org.bowline.maven.plugin");
    }

    static Stream<Arguments> rules() {
        return Stream.of(
                Arguments.of("ctf needs only the JDK", Rules.CTF_NEEDS_ONLY_THE_JDK, SHIPPED, planted(UsesFastutil.class)),
                Arguments.of("core needs only ctf, fastutil and percentiles", Rules.CORE_NEEDS_ONLY_CTF_FASTUTIL_AND_STATISTICS, SHIPPED,
                        planted(KnowsEclipse.class)),
                Arguments.of("report needs only core", Rules.REPORT_NEEDS_ONLY_CORE, SHIPPED, planted(ReadsEvents.class)),
                Arguments.of("cli needs no library but picocli", Rules.CLI_NEEDS_NO_LIBRARY_BUT_PICOCLI, SHIPPED,
                        planted(WritesCsvItself.class)),
                Arguments.of("runs do not render", Rules.RUNS_DO_NOT_RENDER, SHIPPED, planted(RendersRuns.class)),
                Arguments.of("compare needs only facts and statistics", Rules.COMPARE_NEEDS_ONLY_FACTS_AND_STATISTICS, SHIPPED,
                        planted(ComparesWithCsv.class)),
                Arguments.of("the Maven plug-in is a leaf", Rules.MAVEN_PLUGIN_IS_A_LEAF, SHIPPED, planted(ParsesOptions.class)),
                Arguments.of("nobody needs Eclipse", Rules.NOBODY_NEEDS_ECLIPSE, SHIPPED, planted(KnowsEclipse.class)),
                Arguments.of("rooms of core have no cycles", Rules.ROOMS_OF_CORE_HAVE_NO_CYCLES, SHIPPED,
                        planted(First.class, Second.class)),
                Arguments.of("every package is null-marked", Rules.EVERY_PACKAGE_IS_NULL_MARKED, SHIPPED, planted(IReaderImpl.class)),
                Arguments.of("libraries do not print", Rules.NO_STANDARD_STREAMS, LIBRARIES, planted(PrintsAndLogs.class)),
                Arguments.of("libraries do not log", Rules.NO_LOGGING, LIBRARIES, planted(PrintsAndLogs.class)),
                Arguments.of("libraries do not exit", Rules.NO_EXIT, LIBRARIES, planted(PrintsAndLogs.class)),
                Arguments.of("names say how", Rules.NAMES_SAY_HOW, SHIPPED, planted(IReaderImpl.class)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void theRuleHoldsForWhatIsShipped(String name, ArchRule rule, JavaClasses shipped, JavaClasses planted) {
        rule.check(shipped);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rules")
    void theRuleFindsTheClassThatBreaksIt(String name, ArchRule rule, JavaClasses shipped, JavaClasses planted) {
        assertThat(rule.evaluate(planted).hasViolation()).isTrue();
    }

    private static JavaClasses planted(Class<?>... types) {
        return PLANTED.that(JavaClass.Predicates.belongToAnyOf(types));
    }
}
