/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The session files: LTTng loads them as they are, and {@code bowline-record} can merge them. Those of the kernel: releng/check-recording. */
final class SessionFilesTest {
    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"requests", "functions", "locks", "counters"})
    void lttngLoadsThemAsTheyAre(String profile) {
        Path file = Recorder.profiles().resolve(profile + ".lttng");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            // as README.md tells
            daemon.lttng("load", "-i", file.toString(), "bowline-" + profile, "--override-url=file://" + directory);
            String session = daemon.lttng("list", "bowline-" + profile);
            assertThat(session).contains("lttng_ust_statedump:*").contains("discard").contains(directory.toString());
            daemon.lttng("start", "bowline-" + profile);
            daemon.stop("bowline-" + profile);
        }
    }

    @Test
    void anEventOfSeveralProfilesIsInOneChannelThatWithStacks() {
        String plan = plan(Recorder.profiles().resolve("waits-network.lttng"), Recorder.profiles().resolve("waits-stacks.lttng"),
                Recorder.profiles().resolve("waits-disk.lttng"));
        assertThat(plan.lines().filter(line -> line.contains("sched_switch")))
                .containsExactly("KERNEL bowline-stacks TRACEPOINT callstack-kernel,callstack-user sched_switch");
        assertThat(plan.lines().filter(line -> line.contains("bowline-waits"))).singleElement().asString()
                .contains("sched_waking", "net_dev_queue", "block_rq_issue").containsOnlyOnce("irq_handler_entry");
    }

    @Test
    void samplesAreInAChannelOfTheirOwnWithStacksWhateverElseIsRecorded() {
        String plan = plan(Recorder.profiles().resolve("waits-disk.lttng"), Recorder.profiles().resolve("samples.lttng"));
        assertThat(plan.lines().filter(line -> line.contains("timer_hrtimer_expire_entry")))
                .containsExactly("KERNEL bowline-samples TRACEPOINT callstack-kernel,callstack-user timer_hrtimer_expire_entry");
    }

    @Test
    void eventsOfRequestsAreRecordedOnceWithTheirCounters() {
        String plan = plan(Recorder.profiles().resolve("requests.lttng"), Recorder.profiles().resolve("counters.lttng"));
        assertThat(plan).isEqualTo("UST bowline-counters TRACEPOINT vpid,vtid,perf:thread:instructions,perf:thread:cycles,"
                + "perf:thread:L1-icache-load-misses,perf:thread:branch-misses,perf:thread:task-clock,perf:thread:page-fault"
                + " bowline:*,lttng_ust_statedump:*\n");
    }

    @Test
    void aCounterOfAProcessorsOwnIsRefused() throws IOException {
        String text = Files.readString(Recorder.profiles().resolve("counters.lttng"));
        Path raw = Files.writeString(directory.resolve("r.lttng"), text.replace("<type>3</type>", "<type>4</type>"));
        assertThat(merge(raw).output()).contains("r.lttng: a counter of a processor's own (raw); use lttng load for this file");
        Path named = Files.writeString(directory.resolve("n.lttng"), text.replace("perf_thread_cycles", "cycles"));
        assertThat(merge(named).output()).contains("n.lttng: counter \"cycles\": not a name of LTTng's");
    }

    @Test
    void whatCannotBeSetUpAgainIsRefused() throws IOException {
        String text = Files.readString(Recorder.profiles().resolve("requests.lttng"));
        Path filtered = Files.writeString(directory.resolve("f.lttng"),
                text.replace("<type>TRACEPOINT</type>", "<type>TRACEPOINT</type><filter>a &lt; 5</filter>"));
        assertThat(merge(filtered).exitCode()).isNotZero();
        assertThat(merge(filtered).output()).contains("f.lttng: event \"bowline:*\" has filter");
        Path noProfile = Files.writeString(directory.resolve("n.lttng"), "this is no session file");
        assertThat(merge(noProfile).exitCode()).isNotZero();
        Path empty = Files.writeString(directory.resolve("e.lttng"), "<sessions></sessions>");
        assertThat(merge(empty).output()).contains("no events");
        Path injecting = Files.writeString(directory.resolve("i.lttng"), text.replace("bowline:*", "a b $(touch x)"));
        assertThat(merge(injecting).output()).contains("not a name");
    }

    private static String plan(Path... files) {
        Command.Result result = merge(files);
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }

    private static Command.Result merge(Path... files) {
        java.util.List<String> line = new java.util.ArrayList<>(
                java.util.List.of("awk", "-f", Recorder.profiles().resolve("record/profile.awk").toString()));
        for (Path file : files) {
            line.add(file.toString());
        }
        return Command.of(line).run();
    }
}
