/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import com.puppycrawl.tools.checkstyle.api.CheckstyleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A method above the limits of {@code releng/checkstyle.xml} has a line above it, and above its Javadoc, that begins with
 * {@code // Complex:} and says why it is one method; no other method has.
 */
final class ComplexityTest {
    private static final String REASON = "    // Complex: ";
    private static final Pattern JAVADOC = Pattern.compile("^ {4}/\\*\\*|^ {5}\\*");

    @TempDir private Path folder;

    @Test
    void everyComplexMethodSaysWhyAndNoOther() throws Exception {
        List<Path> files = PackagesTest.shippedFiles().toList();
        assertThat(files).hasSizeGreaterThan(500);
        assertThat(complex(files)).isEqualTo(excused(files));
    }

    @Test
    void aMethodThatIsTooComplexIsFound() throws Exception {
        Path file = folder.resolve("Planted.java");
        Files.writeString(file, """
                final class Planted {
                    int simple(int a) {
                        return switch (a) { case 1 -> 1; case 2 -> 2; case 3 -> 3; default -> 4; };
                    }

                    @Deprecated
                    boolean complex(int a) {
                        return a == 1 || a == 2 || a == 3 || a == 4 || a == 5 || a == 6 || a == 7 || a == 8
                                || a == 9 || a == 10 || a == 11 || a == 12 || a == 13 || a == 14 || a == 15 || a == 16;
                    }
                }
                """);
        assertThat(complex(List.of(file))).containsExactly(file + ":6");
        assertThat(excused(List.of(file))).isEmpty();
        Files.writeString(file, "final class Planted {\n    // Complex: no.\n    /**\n     * Does.\n     */\n    void simple() {}\n}\n");
        assertThat(excused(List.of(file))).containsExactly(file + ":6");
        assertThat(complex(List.of(file))).isEmpty();
    }

    /** Where each method begins that has a reason. */
    private static Set<String> excused(List<Path> files) throws IOException {
        Set<String> excused = new TreeSet<>();
        for (Path file : files) {
            List<String> lines = Files.readAllLines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).startsWith(REASON) && lines.get(i).length() > REASON.length()) {
                    int method = i + 1;
                    while (JAVADOC.matcher(lines.get(method)).find()) {
                        method++;
                    }
                    excused.add(file + ":" + (method + 1));
                }
            }
        }
        return excused;
    }

    /** Where each method begins that is above a limit. */
    private static Set<String> complex(List<Path> files) throws CheckstyleException {
        Set<String> complex = new TreeSet<>();
        List<Throwable> thrown = new ArrayList<>();
        Checker checker = new Checker();
        try {
            checker.setModuleClassLoader(Checker.class.getClassLoader());
            checker.configure(ConfigurationLoader.loadConfiguration(Checkout.root().resolve("releng/checkstyle.xml").toString(),
                    new PropertiesExpander(System.getProperties())));
            checker.addListener(new AuditListener() {
                @Override
                public void addError(AuditEvent event) {
                    complex.add(event.getFileName() + ":" + event.getLine());
                }

                @Override
                public void addException(AuditEvent event, Throwable throwable) {
                    thrown.add(throwable);
                }

                @Override
                public void auditStarted(AuditEvent event) {}

                @Override
                public void auditFinished(AuditEvent event) {}

                @Override
                public void fileStarted(AuditEvent event) {}

                @Override
                public void fileFinished(AuditEvent event) {}
            });
            checker.process(files.stream().map(Path::toFile).toList());
        } finally {
            checker.destroy();
        }
        assertThat(thrown).isEmpty();
        return complex;
    }
}
