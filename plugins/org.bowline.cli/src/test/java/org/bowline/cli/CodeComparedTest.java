/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which code waits longer in one set of runs than in another. */
class CodeComparedTest {
    private static final String DISK = "A:j-writer in libc.so.6+0x891f5 → writer_main → [write_batch] → fdatasync waits for disk vdd";

    @TempDir private Path directory;
    private String trace = "";

    @BeforeEach
    void analyze() {
        trace = Checkout.root().resolve("tests/traces/journal-stacks").toString();
        assertThat(Captured.run("analyze", trace, "-o", directory.resolve("run").toString()).code()).isZero();
    }

    /** A run that waits for the disk so many times as long, and for all else as long as before, give or take. */
    private String run(String name, double times, int permille) throws IOException {
        Path to = Files.createDirectory(directory.resolve(name));
        try (Stream<Path> files = Files.list(directory.resolve("run"))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(to.resolve("off-cpu.csv"))) {
            String[] fields = line.split(",", -1);
            if (!lines.isEmpty()) {
                double factor = line.contains("fdatasync") ? times : 1;
                fields[8] = String.valueOf(Math.round(Long.parseLong(fields[8]) * factor * (1 + permille / 1000.0)));
            }
            lines.add(String.join(",", fields));
        }
        Files.writeString(to.resolve("off-cpu.csv"), String.join("\r\n", lines) + "\r\n");
        return to.toString();
    }

    private static String section(String text) {
        return text.substring(text.indexOf("Which code waits longer in NEW"));
    }

    @Test
    void whatDiffersMostComesFirst() throws IOException {
        String text = Captured.run("compare", directory.resolve("run").toString(), run("slow", 3, 0), "--top", "2").out();
        assertThat(section(text).lines().skip(1).limit(2)).satisfiesExactly(head -> assertThat(head).contains("BASE", "NEW", "more", "code")
                .doesNotContain("verdict"), first -> assertThat(first).contains(DISK).contains("+"));
    }

    @Test
    void severalRunsTellWhetherItIsMoreThanChance() throws IOException {
        List<String> base = new ArrayList<>();
        List<String> fresh = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            base.add(run("base-" + i, 1, i));
            fresh.add(run("new-" + i, 2, i));
        }
        Path page = directory.resolve("page.html");
        String text = Captured.run("compare", String.join(",", base), String.join(",", fresh), "--html", page.toString()).out();
        assertThat(section(text).lines().filter(line -> line.contains(DISK))).singleElement().asString().contains("more", "+");
        assertThat(section(text).lines().filter(line -> line.contains("j-client in"))).isNotEmpty()
                .allMatch(line -> line.contains("below the noise"));
        assertThat(Files.readString(page)).contains("Which code waits longer", "All threads, by the code they wait in", "in BASE ");
    }

    /** The same run read from its files and from its trace: no stack may differ. */
    @Test
    void filesAndTraceTellTheSameOfAllCode() throws IOException {
        Path folded = directory.resolve("stacks");
        Captured told = Captured.run("compare", directory.resolve("run").toString(), trace, "--difffolded", folded.toString());
        assertThat(told.code()).as(told.error()).isZero();
        assertThat(Files.readAllLines(folded)).hasSizeGreaterThan(4).allSatisfy(line -> {
            String[] words = line.split(" ", -1);
            assertThat(words[words.length - 1]).as(line).isEqualTo(words[words.length - 2]);
        }).anyMatch(line -> line.startsWith("A;j-writer;libc.so.6+0x891f5;writer_main;[write_batch];fdatasync;"))
                .noneMatch(line -> line.contains(";0x"));
    }

    @Test
    void withoutStacksNothingIsToldAndTheFileIsRefused() {
        String other = Checkout.root().resolve("tests/traces/wperf-example").toString();
        assertThat(Captured.run("compare", other, other).out()).doesNotContain("Which code");
        Path folded = directory.resolve("stacks");
        Captured told = Captured.run("compare", trace, other, "--difffolded", folded.toString());
        assertThat(told.code()).isEqualTo(ExitCode.USAGE);
        assertThat(told.error()).contains("--difffolded: it is not known of both sets in which code threads waited");
        assertThat(folded).doesNotExist();
    }

    @Test
    void aDamagedReportIsRefused() throws IOException {
        Path damaged = Path.of(run("damaged", 1, 0)).resolve("off-cpu.csv");
        Files.writeString(damaged, Files.readString(damaged).replace(",disk,", ",magic,"));
        assertThat(Captured.run("compare", trace, damaged.getParent().toString()).error()).contains("off-cpu.csv: row",
                "has 'magic' in cause, which is none of");
    }
}
