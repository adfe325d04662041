/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** What was recorded for analyses that do not exist is told; what could have been recorded, and was not, is no news. */
class UnusedEventsTest {
    @TempDir private Path directory;

    private static CtfDeclaration declaration(String host, String domain) {
        return new CtfDeclaration().uuid(new UUID(1, 2)).clock(new UUID(3, host.hashCode()), 1_000_000_000L, 0, 0).env("hostname", host)
                .env("domain", domain).env("tracer_name", "lttng-" + domain);
    }

    /** A user-space trace that knows all of the events, and has some. */
    private void record(String host, String... events) throws IOException {
        CtfDeclaration declaration = declaration(host, "ust");
        List<CtfDeclaration.Event> known = List.of(declaration.event("bowline:begin", "n", CtfType.signed(32)),
                declaration.event("bowline:tag_push", "n", CtfType.signed(32)),
                declaration.event("bowline:spin_begin", "n", CtfType.signed(32)),
                declaration.event("bowline:false_wakeup", "n", CtfType.signed(32)),
                declaration.event("lttng_ust_pthread:pthread_mutex_lock_req", "n", CtfType.signed(32)),
                declaration.event("lttng_ust_pthread:pthread_mutex_trylock", "n", CtfType.signed(32)),
                declaration.event("lttng_ust_cyg_profile_fast:func_entry", "n", CtfType.signed(32)));
        try (CtfWriter writer = new CtfWriter(directory.resolve(host), declaration, CtfWriter.Metadata.TEXT, 4096, false)) {
            CtfStreamWriter stream = writer.stream("s_0", 0);
            long time = 1_000;
            for (String event : events) {
                stream.begin(known.stream().filter(one -> one.name().equals(event)).findFirst().orElseThrow(), time++);
                stream.integer(7);
                stream.end();
            }
        }
    }

    private List<Caveat> caveats() throws IOException {
        try (Experiment experiment = Recording.open(directory)) {
            return experiment.read(Progress.NONE).caveats().stream().filter(caveat -> caveat.kind().equals("recorded-and-not-used"))
                    .toList();
        }
    }

    @Test
    void whatIsThereAndNotReadIsTold() throws IOException {
        record("A", "bowline:begin", "bowline:spin_begin", "bowline:tag_push", "bowline:false_wakeup");
        record("B", "lttng_ust_pthread:pthread_mutex_trylock", "lttng_ust_cyg_profile_fast:func_entry");
        assertThat(caveats()).extracting(Caveat::host).as("mutexes and functions are read").containsExactly("A");
        assertThat(caveats()).extracting(Caveat::severity).containsOnly(Caveat.Severity.INFO);
        assertThat(caveats()).extracting(Caveat::count).containsExactly(2L);
        assertThat(caveats().get(0).text()).contains(
                "spinning (bowline:spin_*); false wake-ups (bowline:false_wakeup*)").doesNotContain("tags");
    }

    @Test
    void whatIsOnlyDeclaredIsNotTold() throws IOException {
        record("A", "bowline:begin", "bowline:begin");
        assertThat(caveats()).isEmpty();
    }

    @Test
    void callStacksOfAnyEventButSwitchesAndTimersAreTold() throws IOException {
        CtfDeclaration declaration = declaration("A", "kernel").context("callstack_user",
                new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(64)));
        CtfDeclaration.Event event = declaration.event("power_cpu_frequency", "state", CtfType.unsigned(32));
        try (CtfWriter writer = new CtfWriter(directory.resolve("A"), declaration, CtfWriter.Metadata.TEXT, 4096, false)) {
            CtfStreamWriter stream = writer.stream("s_0", 0);
            stream.begin(event, 1_000);
            stream.integers(1, 2, 3);
            stream.integer(7);
            stream.end();
        }
        assertThat(caveats()).singleElement()
                .satisfies(caveat -> assertThat(caveat.text())
                        .contains("call stacks of other events than sched_switch, sched_waking and timers (context callstack_*)"));
    }

    private List<String> texts(CtfDeclaration declaration, CtfDeclaration.Event event, boolean withContext) throws IOException {
        try (CtfWriter writer = new CtfWriter(directory.resolve("A"), declaration, CtfWriter.Metadata.TEXT, 4096, false)) {
            CtfStreamWriter stream = writer.stream("s_0", 0);
            stream.begin(event, 1_000);
            if (withContext) {
                stream.integer(4_711);
            }
            stream.integer(7);
            stream.integer(8);
            stream.end();
        }
        return caveats().stream().map(Caveat::text).toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"contention_begin", "contention_end", "lock:contention_begin", "lock:contention_end"})
    void waitsForLocksOfTheKernelAreTold(String name) throws IOException {
        CtfDeclaration kernel = declaration("A", "kernel");
        assertThat(texts(kernel, kernel.event(name, "lock_addr", CtfType.unsigned(64), "flags", CtfType.unsigned(32)), false))
                .singleElement().asString()
                .contains("no analysis uses here: waits for locks of the kernel (contention_begin, contention_end).");
    }

    @Test
    void samplesOfPerfAreToldWhereNobodyKnowsWhatThreadsDid() throws IOException {
        CtfDeclaration perf = declaration("A", "kernel");
        assertThat(texts(perf, perf.event("cycles:P", "perf_ip", CtfType.unsigned(64), "perf_tid", CtfType.signed(32)), false))
                .singleElement().asString().contains("here: samples of perf (events with no field but perf_*).");
    }

    @Test
    void callStacksOfPerfAreToldOfEventsThatAreNoSamples() throws IOException {
        CtfDeclaration perf = declaration("A", "kernel");
        CtfDeclaration.Event event = perf.event("sched:sched_stat_runtime", "perf_ip", CtfType.unsigned(64), "runtime",
                CtfType.unsigned(64), "perf_callchain_size", CtfType.unsigned(32), "perf_callchain",
                new CtfType.Sequence(CtfType.unsigned(32), CtfType.unsigned(64)));
        try (CtfWriter writer = new CtfWriter(directory.resolve("A"), perf, CtfWriter.Metadata.TEXT, 4096, false)) {
            CtfStreamWriter stream = writer.stream("s_0", 0);
            stream.begin(event, 1_000);
            stream.integer(7);
            stream.integer(8);
            stream.integer(2);
            stream.integers(1, 2);
            stream.end();
        }
        assertThat(caveats()).singleElement().satisfies(caveat -> assertThat(caveat.text())
                .contains("here: call stacks of perf of other events than samples (field perf_callchain)."));
    }

    @Test
    void countersOfProcessorsAreTold() throws IOException {
        CtfDeclaration kernel = declaration("A", "kernel").context("perf_cpu_cycles", CtfType.unsigned(64));
        assertThat(texts(kernel, kernel.event("sched_switch", "prev_tid", CtfType.signed(32), "next_tid", CtfType.signed(32)), true))
                .singleElement().asString().contains("here: counters of processors (context perf:cpu:*).");
    }

    @Test
    void eventsThatOnlyLookLikeThoseAreNotTold() throws IOException {
        CtfDeclaration ratio = declaration("A", "kernel");
        assertThat(texts(ratio, ratio.event("contention_ratio", "lock_addr", CtfType.unsigned(64), "flags", CtfType.unsigned(32)), false))
                .isEmpty();
        CtfDeclaration tracepoint = declaration("A", "kernel");
        assertThat(texts(tracepoint, tracepoint.event("sched:sched_wakeup", "perf_cpu", CtfType.unsigned(32), "pid", CtfType.signed(32)),
                false)).isEmpty();
        CtfDeclaration thread = declaration("A", "ust").context("perf_thread_cycles", CtfType.unsigned(64));
        assertThat(texts(thread, thread.event("my:event", "a", CtfType.unsigned(64), "b", CtfType.unsigned(64)), true)).isEmpty();
    }
}
