/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a job must give: the files that {@code bowline analyze} writes in a process of its own. */
final class Expected {
    private Expected() {}

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }

    /** The files, by name, with sorted lines. */
    static Map<String, List<String>> single(Path folder, List<String> words) throws IOException {
        Path output = folder.resolve("single");
        List<String> command = new ArrayList<>(
                List.of(java(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(), "org.bowline.cli.Main", "analyze"));
        command.addAll(words);
        command.addAll(List.of("-o", output.toString()));
        assertThat(ended(command, Map.of(), folder.resolve("single.txt"))).as(Files.readString(folder.resolve("single.txt"))).isZero();
        return files(output);
    }

    /** Runs a process; gives its exit code. What it prints goes to a file. */
    static int ended(List<String> command, Map<String, String> environment, Path told) throws IOException {
        return ended(command, environment, told, Path.of(""));
    }

    static int ended(List<String> command, Map<String, String> environment, Path told, Path directory) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(told.toFile())
                .directory(directory.toAbsolutePath().toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            throw new IllegalStateException(e);
        }
    }

    static Map<String, List<String>> files(Path output) throws IOException {
        Map<String, List<String>> files = new TreeMap<>();
        try (Stream<Path> all = Files.list(output)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                files.put(file.getFileName().toString(), Files.readAllLines(file).stream().sorted().toList());
            }
        }
        return files;
    }

    /** The commands that a page proposes name the traces as they were given; the version is that of a jar, if there is one. */
    private static String comparable(String line) {
        return line.replace("flaky:/", "/").replaceAll("Bowline (development|[0-9]+\\.[0-9]+\\.[0-9]+(-SNAPSHOT)?)", "Bowline");
    }

    /** File by file, as a page is long. */
    static void assertEqual(Map<String, List<String>> files, Map<String, List<String>> expected, String what) {
        assertThat(files.keySet()).as(what).isEqualTo(expected.keySet());
        expected.forEach((name, lines) -> {
            for (int i = 0; i < lines.size(); i++) {
                assertThat(comparable(files.get(name).get(i))).as("%s, %s", what, name).isEqualTo(comparable(lines.get(i)));
            }
            assertThat(files.get(name)).as("%s, %s", what, name).hasSameSizeAs(lines);
        });
    }
}
