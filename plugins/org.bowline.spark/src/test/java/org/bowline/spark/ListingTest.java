/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.testkit.sim.KernelTraceGenerator;

/** What is below URIs. */
class ListingTest {
    private static final long SEED = 17;

    @TempDir private Path folder;

    @Test
    void whatIsOnTheDiskOfTheMachineIsListedWithoutAProcessForEachFile() throws IOException {
        Path traces = folder.resolve("traces");
        KernelTraceGenerator.generate(new KernelTraceGenerator.Options(4_000, 4, 2, 2, SEED, true, true, 16 * 1024, 0, 0), traces);
        Path events = folder.resolve("events.jfr");
        Listing listing;
        try (Recording recording = new Recording()) {
            recording.enable("jdk.ProcessStart");
            recording.start();
            listing = Listing.of(JobOptions.parse(List.of("analyze", traces.toString(), "-o", folder.resolve("out").toString())),
                    new Configuration());
            recording.stop();
            recording.dump(events);
        }
        assertThat(listing.hosts()).hasSize(4);
        assertThat(listing.hosts()).allMatch(host -> host.traces().stream().allMatch(trace -> trace.files().size() > 1));
        assertThat(RecordingFile.readAllEvents(events)).filteredOn(event -> event.getString("command").contains(traces.toString()))
                .isEmpty();
    }
}
