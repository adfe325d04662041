/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.releases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The build of the desktop finds the mistakes of a plug-in that was planted to have them. */
class CheckersTest {
    private static final Path ROOT = Path.of(System.getProperty("bowline.root"));

    /** Within the work tree, where Maven finds the options that the checkers need. */
    @TempDir(factory = WithinTheWorkTree.class) Path plugin;

    @Test
    void aNullMistakeAndOneThatErrorProneKnowsBreakTheBuildOfAPlugIn() throws IOException, InterruptedException {
        write("pom.xml", """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <parent>
                    <groupId>org.bowline</groupId>
                    <artifactId>org.bowline.desktop.parent</artifactId>
                    <version>%s</version>
                    <relativePath>%s</relativePath>
                  </parent>
                  <artifactId>org.bowline.planted</artifactId>
                  <packaging>eclipse-plugin</packaging>
                </project>
                """.formatted(System.getProperty("bowline.version"),
                plugin.toRealPath().relativize(ROOT.toRealPath().resolve("releng/org.bowline.desktop.parent/pom.xml"))));
        write("META-INF/MANIFEST.MF", """
                Manifest-Version: 1.0
                Bundle-ManifestVersion: 2
                Bundle-SymbolicName: org.bowline.planted
                Bundle-Version: 0.1.0.qualifier
                Bundle-RequiredExecutionEnvironment: JavaSE-17
                Import-Package: org.jspecify.annotations;resolution:=optional
                """);
        write("build.properties", "source.. = src/\nbin.includes = META-INF/,.\n");
        write("src/org/bowline/planted/Planted.java", """
                package org.bowline.planted;

                import org.jspecify.annotations.NullMarked;
                import org.jspecify.annotations.Nullable;

                @NullMarked
                final class Planted {
                    static int length(@Nullable String text) {
                        return text.length();
                    }

                    static boolean same(Long a, Long b) {
                        return a == b;
                    }
                }
                """);
        ProcessBuilder maven = new ProcessBuilder(System.getProperty("maven.home") + "/bin/mvn", "-o", "-B", "-f",
                plugin.resolve("pom.xml").toString(), "-Dmaven.repo.local=" + System.getProperty("maven.repo.local"), "compile")
                .redirectErrorStream(true);
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process build = maven.start();
        build.getOutputStream().close();
        List<String> output = build.inputReader().lines().toList();
        assertThat(build.waitFor()).as(String.join("\n", output)).isEqualTo(1);
        assertThat(output).anyMatch(line -> line.contains("Planted.java:[9,") && line.contains("[NullAway]"))
                .anyMatch(line -> line.contains("Planted.java:[13,") && line.contains("[BoxedPrimitiveEquality]"));
    }

    private void write(String name, String text) throws IOException {
        Path file = plugin.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    static final class WithinTheWorkTree implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
            return Files.createTempDirectory(Files.createDirectories(Path.of(System.getProperty("bowline.target"))), "planted");
        }
    }
}
