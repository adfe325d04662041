/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfWriter;

/** What was recorded for analyses that do not exist yet is told; what could have been recorded, and was not, is no news. */
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
    void callStacksOfAnyEventButSwitchesAreTold() throws IOException {
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
                        .contains("call stacks of other events than sched_switch and sched_waking (context callstack_*)"));
    }
}
