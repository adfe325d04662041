/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.testkit.Golden;

/** What the command line writes for whole recordings, to the last digit. */
class GoldenReportsTest {
    private static final String REQUESTS = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";

    private final Golden golden = Golden.ofModule();

    @TempDir private Path output;

    @Test
    void theReportsOfTheThreeTierRecordingAreAsTheyWere() throws IOException, InterruptedException {
        analyze(Recording.own("three-tier"), "--interval", REQUESTS, "--thread", "A:w1-client");
        for (String file : List.of("sync.csv", "threads.csv", "knots.csv", "critical-path.csv", "interval-path.csv", "caveats.csv")) {
            golden.check("three-tier/" + file, Files.readString(output.resolve(file)));
        }
    }

    @Test
    void theReportsOfThePapersExampleAreAsTheyWere() throws IOException, InterruptedException {
        analyze(Recording.own("wperf-example"));
        for (String file : List.of("threads.csv", "wait-for.csv", "knots.csv", "caveats.csv")) {
            golden.check("wperf-example/" + file, Files.readString(output.resolve(file)));
        }
    }

    @Test
    void theReportsOfARecordingWithLostEventsAreAsTheyWere() throws IOException, InterruptedException {
        analyze(Recording.own("lost-events"));
        for (String file : List.of("sync.csv", "threads.csv", "caveats.csv")) {
            golden.check("lost-events/" + file, Files.readString(output.resolve(file)));
        }
    }

    /** All functions of the program were recorded: those on the paths of the best factors are kept, and none comes next. */
    @Test
    void whichFunctionsOfTheSharedRecordingAreWorthKeepingIsAsItWas() throws IOException, InterruptedException {
        analyze(Recording.shared("lab/w1-functions"), "--interval", REQUESTS);
        String csv = Files.readString(output.resolve("instrument-next.csv"));
        assertThat(csv).contains(",keep,").contains("backend_disk").doesNotContain(",next,");
        golden.check("lab-w1-functions/instrument-next.csv", csv);
        assertThat(output.resolve("report.html")).content().contains("Functions to record next");
    }

    @Test
    void whereTheRequestsOfTheSharedRecordingSpendTheirTimeIsAsItWas() throws IOException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w1"))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            StringBuilder text = new StringBuilder("label,requests,host,thread,state,cause,kind,target,on_path_of,median_ns,p95_ns\n");
            for (LabelStatistics label : Recording.requestPaths(analysis).labels()) {
                for (LabelStatistics.Part part : label.parts()) {
                    text.append(String.join(",", label.label(), Integer.toString(label.count()), part.sort().host(), part.sort().thread(),
                            part.sort().state().label(),
                            part.sort().cause().label(), part.sort().kind().name().toLowerCase(Locale.ROOT), part.sort().target(),
                            Integer.toString(part.intervals()),
                            Long.toString(part.medianNanos()), Long.toString(part.p95Nanos()))).append('\n');
                }
            }
            golden.check("lab-w1/request-paths.csv", text.toString());
        }
    }

    private void analyze(Path recording, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
                System.getProperty("java.class.path"), "org.bowline.cli.Main", "analyze", recording.toString(), "-o", output.toString(),
                "--range", "all"));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
