/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.interval.Latencies;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.maven.plugin.Verdict.State;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.text.TimeFormat;
import org.bowline.runs.RunFacts;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;
import org.bowline.testkit.Folders;

/** A critical path of intervals, the page, a comparison and a limit of a build state one 99th percentile of a run, to the nanosecond. */
class SameFiguresTest {
    private static final String INTERVAL = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";
    private static final long SEED = Long.getLong("bowline.seed", 20261122);
    /** Text has three digits of a length: shorter ones it tells to the nanosecond. */
    private static final int SHORT = 999;

    @TempDir Path directory;

    @Test
    void ofARecordingOfThreeHostsEveryFaceStatesTheSameTail() throws IOException, InterruptedException {
        assertThat(compareFaces(Folders.repository().resolve("tests/traces/three-tier")).latencies()).hasSize(6);
    }

    @Test
    void ofARecordingOfWhichTheLengthsAreKnownEveryFaceStatesTheirTail() throws IOException, InterruptedException {
        Random random = new Random(SEED);
        long[][] lengths = {random.longs(300, 1, SHORT).toArray(), random.longs(67, 1, SHORT).toArray(),
            random.longs(9, 1, SHORT).toArray()};
        Path trace = directory.resolve("trace");
        // the last ones have not ended: they are known to have lasted until the last event
        write(trace, lengths, 2);
        RunFacts facts = compareFaces(trace);
        for (int type = 0; type < lengths.length; type++) {
            Latencies found = facts.latencies().getOrDefault(Integer.toString(type), Latencies.NONE);
            assertThat(found.unfinished()).isEqualTo(2);
            long[] ended = Arrays.copyOf(lengths[type], lengths[type].length - 2);
            assertThat(facts.lengths().get(Integer.toString(type))).as("seed %s", SEED).isEqualTo(Arrays.stream(ended).sorted().toArray());
        }
    }

    /** Requests of user space, one at a time, with a label per row; of each row some last ones begin and do not end. */
    private static void write(Path trace, long[][] lengths, int unfinished) throws IOException {
        CtfDeclaration declaration = new CtfDeclaration();
        declaration.uuid(new UUID(0x4000, 1L << 63)).clock(new UUID(0x4001, 1L << 63), 1_000_000_000L, 1_800_000_000L, 0);
        declaration.env("hostname", "A").env("domain", "ust").env("tracer_name", "lttng-ust").env("tracer_major", 2).env("tracer_minor",
                13);
        declaration.context("vpid", CtfType.signed(32), "vtid", CtfType.signed(32), "procname", CtfType.characters(17));
        Event begin = declaration.event("wl:req_begin", "req", CtfType.signed(32), "type", CtfType.signed(32));
        Event end = declaration.event("wl:req_end", "req", CtfType.signed(32), "type", CtfType.signed(32));
        try (CtfWriter writer = new CtfWriter(trace, declaration, CtfWriter.Metadata.TEXT, 4096, false)) {
            CtfStreamWriter out = writer.stream("u0_0", 0);
            long now = 1_000_000;
            int request = 0;
            for (int type = 0; type < lengths.length; type++) {
                for (int i = 0; i < lengths[type].length; i++) {
                    out.begin(begin, now += 1 + SHORT);
                    out.integer(7).integer(7).text("client").integer(request).integer(type).end();
                    if (i < lengths[type].length - unfinished) {
                        out.begin(end, now + lengths[type][i]);
                        out.integer(7).integer(7).text("client").integer(request).integer(type).end();
                    }
                    request++;
                }
            }
        }
    }

    private RunFacts compareFaces(Path trace) throws IOException, InterruptedException {
        Analysis analysis = Analysis.of(List.of(trace), OpenOptions.DEFAULT,
                Question.ALL.about(List.of(IntervalSpec.parse(INTERVAL)), Question.Part.ALL), Progress.NONE);
        RunFacts facts = RunFacts.of("run", analysis, Descriptors.installed().caveats(analysis));
        Path run = directory.resolve("run");
        Path compared = directory.resolve("compared");
        bowline("analyze", trace.toString(), "--interval", INTERVAL, "-o", run.toString());
        bowline("compare", run.toString(), run.toString(), "-o", compared.toString(), "--html",
                directory.resolve("compare.html").toString());
        List<String> text = bowline("critical-path", trace.toString(), "--interval", INTERVAL).lines().map(String::strip).toList();
        String page = Files.readString(run.resolve("report.html"));
        List<String> table = Files.readAllLines(compared.resolve("compare.csv"));
        List<String> columns = List.of(table.get(0).split(",", -1));
        facts.latencies().forEach((label, latencies) -> {
            Latencies.Percentile tail = latencies.percentile(99);
            String words = TimeFormat.latency(tail);
            assertThat(text).as("critical-path").filteredOn(line -> line.startsWith("type " + label + ": ")).singleElement().asString()
                    .endsWith(", p99 " + words);
            assertThat(page.lines().filter(line -> line.contains("Latency per label"))).as("the page").singleElement().asString()
                    .containsPattern("<th scope=\"row\">type " + label + "</th>(<td[^>]*>[^<]*</td>)*<td[^>]*>" + words
                            + "</td><td[^>]*>[^<]*</td></tr>");
            assertThat(table).as("compare").filteredOn(line -> line.startsWith("latency-p99," + label + ",")).singleElement()
                    .satisfies(line -> {
                        List<String> cells = List.of(line.split(",", -1));
                        for (String column : List.of("base", "new", "pooled_base", "pooled_new")) {
                            assertThat(Math.round(Double.parseDouble(cells.get(columns.indexOf(column))))).as(column)
                                    .isEqualTo(tail.nanos());
                        }
                    });
            Checks checks = new Checks(facts, Sight.NOT_KNOWN, true);
            checks.maxP99(List.of(label + '=' + tail.nanos() + "ns", label + '=' + (tail.nanos() - 1) + "ns"));
            assertThat(checks.verdicts()).as("maxP99").extracting(Verdict::state).containsExactly(State.PASSED, State.FAILED);
        });
        return facts;
    }

    private String bowline(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:TieredStopAtLevel=1",
                        "-cp", System.getProperty("java.class.path"), "org.bowline.cli.Main"));
        Stream.of(arguments).forEach(command::add);
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path error = Files.createTempFile(directory, "error", ".txt");
        int code = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(error.toFile()).start().waitFor();
        assertThat(code).as(() -> String.join(" ", arguments) + ": " + error).isZero();
        return Files.readString(out);
    }
}
