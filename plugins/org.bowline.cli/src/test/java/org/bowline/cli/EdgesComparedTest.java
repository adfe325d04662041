/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which edges of the wait-for graph are others in one set of runs than in another. */
class EdgesComparedTest {
    private static final String EDGE = "A:w2-A waits for A:w2-B";

    @TempDir private Path directory;
    private final String trace = Checkout.root().resolve("tests/traces/wperf-example").toString();

    private static String compare(String base, String fresh, String... options) {
        Captured run = Captured.run(Stream.concat(Stream.of("compare", base, fresh), Stream.of(options)).toArray(String[]::new));
        assertThat(run.out()).as(run.error()).isNotEmpty();
        return run.out();
    }

    private static List<String> edges(String csv) {
        return csv.lines().filter(line -> line.startsWith("edge-wait,")).toList();
    }

    private String analyzed() {
        String run = directory.resolve("run").toString();
        assertThat(Captured.run("analyze", trace, "-o", run).code()).isZero();
        return run;
    }

    /** The run with one edge, and what w2-A waits for threads in all, so many times as long, and all a few permille longer. */
    private String run(String name, double edgeTimes, double blockedTimes, int permille) throws IOException {
        Path to = Files.createDirectory(directory.resolve(name));
        try (Stream<Path> files = Files.list(directory.resolve("run"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        scale(to.resolve("wait-for.csv"), "weight_ns", "w2-A,thread,A,284,w2-B", edgeTimes, permille);
        scale(to.resolve("threads.csv"), "blocked_thread_ns", ",w2-A,", blockedTimes, permille);
        return to.toString();
    }

    private static void scale(Path file, String column, String which, double times, int permille) throws IOException {
        List<String> lines = new ArrayList<>();
        int index = -1;
        for (String line : Files.readAllLines(file)) {
            String[] fields = line.split(",", -1);
            if (index < 0) {
                index = List.of(fields).indexOf(column);
            } else {
                double factor = (line.contains(which) ? times : 1) * (1 + permille / 1000.0);
                fields[index] = String.valueOf(Math.round(Long.parseLong(fields[index]) * factor));
            }
            lines.add(String.join(",", fields));
        }
        Files.writeString(file, String.join("\r\n", lines) + "\r\n");
    }

    private String[] sets(double edgeTimes, double blockedTimes) throws IOException {
        analyzed();
        List<String> base = new ArrayList<>();
        List<String> fresh = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            base.add(run("base-" + i, 1, 1, i));
            fresh.add(run("new-" + i, edgeTimes, blockedTimes, i));
        }
        return new String[] {String.join(",", base), String.join(",", fresh)};
    }

    @Test
    void anEdgeThatIsAFifthOfWhatItWasHasChangedByThatWithAnInterval() throws IOException {
        String[] sets = sets(0.19, 0.5);
        Path page = directory.resolve("page.html");
        String text = compare(sets[0], sets[1], "--html", page.toString());
        String section = text.substring(text.indexOf("Who waits longer, or less long, for whom in NEW"));
        assertThat(section.lines().skip(2).findFirst().orElse("")).contains(EDGE, "less", "-81.0 %",
                " % to -8");
        assertThat(section.lines().filter(line -> line.contains("A:w2-B waits for A:vdd"))).singleElement().asString()
                .contains("below the noise");
        assertThat(Files.readString(page)).contains("Who waits for whom: weights in the wait-for graph", EDGE);
        assertThat(edges(compare(sets[0], sets[1], "--format", "csv"))).filteredOn(line -> line.contains(",changed,")).singleElement()
                .asString().contains(EDGE);
    }

    @Test
    void anEdgeAloneChangesNothing() throws IOException {
        String[] sets = sets(0.19, 1);
        assertThat(edges(compare(sets[0], sets[1], "--format", "csv"))).isNotEmpty().noneMatch(line -> line.contains(",changed,"));
    }

    @Test
    void partsOfOneRecordingDifferByChanceAlone() {
        String[] cuts = {"20.861", "20.940", "21.019", "21.098", "21.177", "21.256", "21.335"};
        List<List<String>> sets = List.of(new ArrayList<>(), new ArrayList<>());
        for (int i = 0; i + 1 < cuts.length; i++) {
            String run = directory.resolve("part-" + i).toString();
            assertThat(Captured.run("analyze", trace, "--from", "23:07:" + cuts[i], "--to", "23:07:" + cuts[i + 1], "-o", run).code())
                    .isZero();
            sets.get(i % 2).add(run);
        }
        List<String> edges = edges(compare(String.join(",", sets.get(0)), String.join(",", sets.get(1)), "--format", "csv"));
        assertThat(edges).anyMatch(line -> line.contains(EDGE)).noneMatch(line -> line.contains(",changed,"));
    }

    @Test
    void aRecordingAndItsFilesHaveTheSameEdges() {
        List<String> edges = edges(compare(analyzed(), trace, "--format", "csv"));
        assertThat(edges).isNotEmpty().allSatisfy(line -> {
            String[] fields = line.split(",", -1);
            assertThat(fields[7]).as(line).isEqualTo(fields[8]);
        });
    }
}
