/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** The core plug-in draws nothing; every package of the desktop is null-marked. */
final class DesktopTest {
    private static final Path PLUGINS = Checkout.root().resolve("plugins");
    private static final Path CORE = PLUGINS.resolve("org.bowline.tracecompass.core");
    private static final Pattern SOURCE = Pattern.compile("org\\.bowline\\.(rcp|tracecompass\\.\\w+)/src/.*\\.java");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+?)(?:\\.\\*)?;");

    @Test
    void theCorePluginKnowsNoWidget() {
        assertThat(breaches(DesktopTest::draws, CORE)).isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(Checkout.files().stream().map(PLUGINS::relativize).filter(file -> SOURCE.matcher(file.toString()).matches())
                .map(Path::getParent).distinct().filter(folder -> !isNullMarked(PLUGINS.resolve(folder)))).isEmpty();
    }

    private static boolean isNullMarked(Path folder) {
        Path info = folder.resolve("package-info.java");
        return Files.exists(info) && Checkout.text(info).orElseThrow().contains("\n@NullMarked\n");
    }

    @Test
    void whatBreaksTheRuleIsFound() {
        String source = """
                import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
                import static org.eclipse.swt.SWT.NONE;
                import org.eclipse.swt.widgets.Display;
                import org.eclipse.tracecompass.tmf.ui.views.*;
                """;
        assertThat(imports(source).stream().filter(DesktopTest::draws)).containsExactly("org.eclipse.swt.SWT.NONE",
                "org.eclipse.swt.widgets.Display", "org.eclipse.tracecompass.tmf.ui.views");
    }

    private static boolean draws(String name) {
        return name.startsWith("org.eclipse.swt.") || name.startsWith("org.eclipse.jface.") || name.startsWith("org.eclipse.ui.")
                || name.startsWith("org.eclipse.tracecompass.tmf.ui.") || name.startsWith("java.awt.");
    }

    private static List<String> breaches(Predicate<String> rule, Path folder) {
        return Checkout.files().stream().filter(file -> file.toString().endsWith(".java") && file.startsWith(folder))
                .flatMap(file -> Checkout.text(file).stream().flatMap(
                        text -> imports(text).stream().filter(rule).map(name -> PLUGINS.relativize(file) + ": " + name)))
                .toList();
    }

    private static List<String> imports(String source) {
        return IMPORT.matcher(source).results().map(match -> match.group(1)).toList();
    }
}
