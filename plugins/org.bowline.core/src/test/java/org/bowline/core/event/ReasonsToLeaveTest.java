/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.Recordings;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.ctf.trace.CtfTrace;

/** Switches of threads that do not tell whether the one that leaves waits. */
final class ReasonsToLeaveTest {
    @TempDir private Path folder;

    @Test
    void aSwitchWithoutThePreviousStateIsNoFactAndNotThatTheThreadHadToGiveWay() throws IOException {
        try (Experiment experiment = unpacked("prev_statx")) {
            assertThat(sorts(experiment)).contains(Sort.SWITCHES, Sort.WAKINGS).doesNotContain(Sort.REASONS_TO_LEAVE);
            assertThat(told(experiment)).anyMatch(fact -> fact.startsWith("waking(")).noneMatch(fact -> fact.startsWith("switched("));
        }
    }

    @Test
    void aSwitchWithThePreviousStateIsToldWithIt() throws IOException {
        try (Experiment experiment = unpacked("prev_state")) {
            assertThat(sorts(experiment)).contains(Sort.SWITCHES, Sort.REASONS_TO_LEAVE);
            assertThat(told(experiment)).anyMatch(fact -> fact.startsWith("switched(") && fact.contains("BLOCKED"))
                    .anyMatch(fact -> fact.startsWith("switched(") && fact.contains("PREEMPTED"));
        }
    }

    private static Set<Sort> sorts(Experiment experiment) {
        return RecordedFacts.of(kernels(experiment));
    }

    private static List<String> told(Experiment experiment) throws IOException {
        List<CtfTrace> traces = kernels(experiment);
        List<String> told = new ArrayList<>();
        KernelReader reader = new KernelReader(ToldFacts.sink(told::add), Coverage.whole());
        reader.read(KernelSource.of(traces, new long[traces.size()], Progress.NONE), Progress.NONE);
        return told;
    }

    private static List<CtfTrace> kernels(Experiment experiment) {
        return experiment.hosts().get(0).traces().stream().filter(trace -> trace.domain() == OpenTrace.Domain.KERNEL).map(OpenTrace::ctf)
                .toList();
    }

    /** A recording whose tracer calls the state so; a name of the same length leaves the metadata's packets as long as they say. */
    private Experiment unpacked(String state) throws IOException {
        try (InputStream in = Files.newInputStream(Recordings.own("first-answers/shared-processor/A.zip"));
                ZipInputStream zip = new ZipInputStream(in)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                if (!entry.isDirectory()) {
                    byte[] bytes = zip.readAllBytes();
                    Path file = folder.resolve(entry.getName());
                    Files.createDirectories(file.getParent());
                    Files.write(file, entry.getName().endsWith("metadata")
                            ? new String(bytes, StandardCharsets.ISO_8859_1).replace("prev_state", state)
                                    .getBytes(StandardCharsets.ISO_8859_1)
                            : bytes);
                }
            }
        }
        return Experiment.open(List.of(folder), OpenOptions.DEFAULT, Progress.NONE);
    }
}
