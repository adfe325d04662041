/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.core.progress.Progress;
import org.bowline.report.rows.SweepInput;
import org.bowline.runs.UnreadableRunException;
import org.bowline.runs.experiment.PlannedRun;
import org.bowline.runs.experiment.SweepDirectory;
import org.bowline.runs.plan.PlanException;
import org.bowline.runs.plan.PlanReader;
import org.bowline.runs.plan.SweepPlan;
import org.bowline.runs.sweep.Sweep;
import org.bowline.runs.sweep.SweepResults;

/** A directory of {@code bowline sweep} whose files hold anything, and plans: read, or refused with a reason; and what is told of runs is about them. */
final class SweepsFuzz {
    private static final Scratch SCRATCH = new Scratch();
    private static final String HEAD = "build,clients,run,throughput,latency_p50_ns,latency_p99_ns,machine,start_ns,load_ns,recording\n";
    private static final String PLAN = """
            builds:
              main: {binary: server}
              fast: {binary: server}
            clients: [1, 8]
            server: {start: 'true', ready: 'true'}
            load: {command: 'true', read: {throughput: 'a ([0-9.]+)'}}
            """;
    private static final List<String> WORDS = List.of("main", "fast", "1", "8", "0", "-1", "1e308", "NaN", "2.5", "", "\"",
            "9223372036854775807",
            "..", "trace", "\uFEFF", "x");

    @FuzzTest
    void areReadOrRefused(FuzzedDataProvider data) throws IOException {
        SCRATCH.clear();
        Path folder = Files.createDirectories(SCRATCH.folder().resolve("sweep"));
        Files.write(folder.resolve("runs.csv"), table(data, true));
        if (data.consumeBoolean()) {
            for (String name : List.of("main-1-1", "fast-8-1-recorded")) {
                Path run = Files.createDirectories(folder.resolve("runs").resolve(name).resolve("trace"));
                Files.write(run.resolveSibling("run.csv"), table(data, false));
            }
        }
        try {
            SweepInput input = SweepResults.read(folder, Sweep.Question.DEFAULT, data.pickValue(SweepResults.Recordings.values()), "0",
                    Progress.NONE);
            assertThat(input.rows()).isNotEmpty().allSatisfy(row -> assertThat(row.throughput()).isFinite().isNotNegative());
            assertThat(input.caveats()).allSatisfy(caveat -> assertThat(caveat.text()).isNotBlank());
        } catch (UnreadableRunException refused) {
            assertThat(refused.getMessage()).contains(folder.toString());
        }
        SweepPlan plan = PlanReader.read("plan", PLAN);
        Files.write(folder.resolve("sweep.properties"), data.consumeBytes(data.consumeInt(0, 100)));
        try {
            SweepDirectory.seedOf(folder);
            List<PlannedRun> runs = PlannedRun.of(plan, 1);
            assertThat(runs).containsAll(SweepDirectory.missing(folder, plan, runs));
        } catch (SweepDirectory.RefusedException refused) {
            assertThat(refused.getMessage()).contains(folder.toString());
        }
        byte[] rest = data.consumeRemainingAsBytes();
        try {
            SweepPlan read = PlanReader.read(Files.write(folder.resolve("plan.yaml"), rest));
            assertThat(PlannedRun.of(read, 1)).isNotEmpty();
        } catch (PlanException refused) {
            assertThat(refused.getMessage()).contains("plan");
        }
    }

    /** Bytes, or lines of words that such a file has. */
    private static byte[] table(FuzzedDataProvider data, boolean whole) {
        StringBuilder text = new StringBuilder(HEAD);
        if (whole && data.consumeInt(0, 3) == 0) {
            return data.consumeBytes(data.consumeInt(0, 300));
        }
        for (int line = data.consumeInt(0, 5); line > 0; line--) {
            for (int field = 0; field < 10; field++) {
                text.append(field == 0 ? "" : ",")
                        .append(data.consumeBoolean()
                                ? List.of("main", "8", "1", "10.5", "1000", "2000", "m", "1", "1000000", "").get(field)
                                : data.pickValue(WORDS));
            }
            text.append('\n');
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (data.consumeInt(0, 3) == 0) {
            bytes[data.consumeInt(0, bytes.length - 1)] = data.consumeByte();
        }
        return bytes;
    }
}
