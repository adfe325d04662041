/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

/** The plug-ins use only what newer releases of Trace Compass still have, and the core one draws nothing. */
final class DesktopTest {
    private static final Path PLUGINS = Checkout.root().resolve("plugins");
    private static final Path CORE = PLUGINS.resolve("org.bowline.tracecompass.core");
    private static final Path UI = PLUGINS.resolve("org.bowline.tracecompass.ui");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+?)(?:\\.\\*)?;");
    /** The types that Trace Compass 6.2 and 12 both have, one a line. */
    private static final Set<String> SHARED = shared();

    @Test
    void onlyTypesThatBothReleasesHaveAreUsed() {
        assertThat(breaches(DesktopTest::isForeign, CORE, UI)).isEmpty();
    }

    @Test
    void theCorePluginKnowsNoWidget() {
        assertThat(breaches(DesktopTest::draws, CORE)).isEmpty();
    }

    @Test
    void whatBreaksTheRulesIsFound() {
        String source = """
                import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
                import static org.eclipse.tracecompass.internal.tmf.core.Activator.logError;
                import org.eclipse.tracecompass.analysis.graph.core.base.TmfGraph;
                import org.eclipse.tracecompass.tmf.core.signal.*;
                import org.eclipse.swt.widgets.Display;
                import org.eclipse.core.internal.jobs.JobManager;
                """;
        assertThat(imports(source).stream().filter(DesktopTest::isForeign)).containsExactly(
                "org.eclipse.tracecompass.internal.tmf.core.Activator.logError",
                "org.eclipse.tracecompass.analysis.graph.core.base.TmfGraph",
                "org.eclipse.tracecompass.tmf.core.signal", "org.eclipse.core.internal.jobs.JobManager");
        assertThat(imports(source).stream().filter(DesktopTest::draws)).containsExactly("org.eclipse.swt.widgets.Display");
    }

    private static boolean isForeign(String name) {
        if (name.startsWith("org.eclipse.tracecompass.")) {
            return !isShared(name);
        }
        return name.startsWith("org.eclipse.") && name.contains(".internal.");
    }

    /** A type of the list, a member of one, or a type nested in one. */
    private static boolean isShared(String name) {
        String type = name;
        while (type.startsWith("org.eclipse.tracecompass.")) {
            if (SHARED.contains(type)) {
                return true;
            }
            type = type.substring(0, type.lastIndexOf('.'));
        }
        return false;
    }

    private static boolean draws(String name) {
        return name.startsWith("org.eclipse.swt.") || name.startsWith("org.eclipse.jface.") || name.startsWith("org.eclipse.ui.")
                || name.startsWith("org.eclipse.tracecompass.tmf.ui.") || name.startsWith("java.awt.");
    }

    private static List<String> breaches(Predicate<String> rule, Path... folders) {
        return Checkout.files().stream()
                .filter(file -> file.toString().endsWith(".java") && List.of(folders).stream().anyMatch(file::startsWith))
                .flatMap(file -> Checkout.text(file).stream().flatMap(
                        text -> imports(text).stream().filter(rule).map(name -> PLUGINS.relativize(file) + ": " + name)))
                .toList();
    }

    private static List<String> imports(String source) {
        return IMPORT.matcher(source).results().map(match -> match.group(1)).toList();
    }

    private static Set<String> shared() {
        try (InputStream list = DesktopTest.class.getResourceAsStream("/trace-compass-api.txt")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#")).map(String::strip)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
