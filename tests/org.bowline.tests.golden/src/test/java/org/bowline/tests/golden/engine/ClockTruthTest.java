/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Findings;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.ReadTraces;
import org.bowline.testkit.Folders;

class ClockTruthTest {
    /** Between the first and the last packet of two hosts. */
    private static final long LIMIT_NANOS = 20_000;
    private static final long MEDIAN_LIMIT_NANOS = 5_000;
    private static final int MOMENTS = 1_000;
    /** Under a second of traffic, some of it seconds apart, does not bound the clocks' rates: the stated drift limit does. */
    private static final long FEW_PACKETS_LIMIT_NANOS = 250_000;

    @ParameterizedTest
    @ValueSource(strings = {"lab/w1", "lab/w1-ctf2", "lab/w1-functions", "lab/w4-pg"})
    void onSharedRecordingsTheErrorAtThePacketsIsAtMost20Microseconds(String name) throws IOException {
        check(Recording.shared(name), LIMIT_NANOS, EnumSet.of(SyncQuality.ACCURATE));
    }

    @Test
    void onSharedRecordingsHalfOfTheTimeTheErrorIsMuchLess() throws IOException {
        List<Long> errors = new ArrayList<>();
        for (String name : List.of("lab/w1", "lab/w1-ctf2", "lab/w1-functions", "lab/w4-pg")) {
            errors.addAll(check(Recording.shared(name), LIMIT_NANOS, EnumSet.of(SyncQuality.ACCURATE)));
        }
        Collections.sort(errors);
        assertThat(errors.get(errors.size() / 2)).as("median of %d errors at the packets", errors.size())
                .isLessThanOrEqualTo(MEDIAN_LIMIT_NANOS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"three-tier", "three-tier-ctf2", "lost-events"})
    void onOwnRecordingsTheTruthLiesWithinTheBound(String name) throws IOException {
        check(Recording.own(name), FEW_PACKETS_LIMIT_NANOS, EnumSet.of(SyncQuality.ACCURATE, SyncQuality.APPROXIMATE));
    }

    @Test
    void threeHostsThatAreRelatedOverOneCloseTheTriangle() throws IOException {
        try (Experiment experiment = Recording.open(Recording.shared("lab/w1"))) {
            ClockMap clocks = experiment.read(Progress.NONE).sync().clocks();
            for (int from = 0; from < 3; from++) {
                int over = (from + 1) % 3;
                int to = (from + 2) % 3;
                long start = clocks.clock(from).firstNanos();
                long end = clocks.clock(from).lastNanos();
                for (int i = 0; i <= MOMENTS; i++) {
                    long reference = clocks.toReference(from, start + (end - start) / MOMENTS * i);
                    long around = clocks.toReference(over, clocks.fromReference(over, reference));
                    assertThat(clocks.fromReference(to, around)).as("host %d to %d over %d", from, to, over)
                            .isBetween(clocks.fromReference(to, reference) - 2, clocks.fromReference(to, reference) + 2);
                }
            }
        }
    }

    /** As one flipped bit makes it: two hosts stay on one clock, and the third one is named. */
    @Test
    void ofAHostWhoseClockBeginsBeyondAllTimesNothingIsKnownAndOfTheOthersEverythingIs(@TempDir Path directory) throws IOException {
        Path recording = directory.resolve("flipped");
        Folders.unpack(Recording.own("three-tier"), recording);
        try (Stream<Path> files = Files.walk(recording.resolve("A"))) {
            for (Path metadata : files.filter(file -> file.endsWith("metadata")).toList()) {
                flip(metadata);
            }
        }
        Analysis analysis = Analysis.of(List.of(recording), OpenOptions.DEFAULT, Question.WORK, Progress.NONE);
        List<SyncQuality> qualities = java.util.Objects.requireNonNull(analysis.sync()).hosts().stream().map(SyncResult.Host::quality)
                .toList();
        assertThat(qualities.get(0)).isEqualTo(SyncQuality.ABSENT);
        assertThat(qualities.subList(1, 3)).isSubsetOf(SyncQuality.ACCURATE, SyncQuality.APPROXIMATE);
        assertThat(analysis.caveats()).filteredOn(caveat -> caveat.severity() == Caveat.Severity.ERROR)
                .extracting(Caveat::kind, Caveat::host).containsOnly(tuple("timeless", "A"), tuple("impossible-clock", "A"));
        assertThat(Findings.of(analysis).findings().get(0).summary()).startsWith("The clock of A tells no possible time");
    }

    /** Flips a high bit of the number of ns by which a clock's origin is after that of the epoch. */
    private static void flip(Path metadata) throws IOException {
        String text = Files.readString(metadata, StandardCharsets.ISO_8859_1);
        Files.writeString(metadata, Pattern.compile("(?<=offset = )[0-9]{19}(?=;)").matcher(text)
                .replaceAll(offset -> Long.toString(Long.parseLong(offset.group()) ^ (1L << 62))), StandardCharsets.ISO_8859_1);
    }

    /** Checks all hosts, and returns their errors at the packets. */
    private static List<Long> check(Path recording, long limitAtPackets, Set<SyncQuality> qualities) throws IOException {
        Truth truth = Truth.of(recording);
        List<Long> errors = new ArrayList<>();
        try (Experiment experiment = Recording.open(recording)) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            ClockMap clocks = analysis.sync().clocks();
            String reference = experiment.hosts().get(analysis.sync().referenceHost()).name();
            for (int host = 0; host < experiment.hosts().size(); host++) {
                String name = experiment.hosts().get(host).name();
                SyncResult.Host of = analysis.sync().hosts().get(host);
                assertThat(of.quality()).as("quality of " + name).isIn(qualities);
                SyncResult.Packets packets = of.packets();
                assertThat(packets == null).as("no packets of " + name).isEqualTo(name.equals(reference));
                long from = analysis.hostStartNanos(host);
                long to = analysis.hostEndNanos(host);
                long slack = truth.boundNanos(name, reference);
                for (int i = 0; i <= MOMENTS; i++) {
                    long time = from + (to - from) / MOMENTS * i;
                    long estimated = clocks.toReference(host, time);
                    long error = Math.abs(estimated - truth.onClockOf(reference, name, time));
                    assertThat(error)
                            .as("error on " + name + " at " + i + "/" + MOMENTS + " of its trace, against bound and truth's own bound")
                            .isLessThanOrEqualTo(clocks.errorNanos(host, estimated) + slack);
                    if (packets != null) {
                        assertThat(clocks.clock(host).errorNanos(time)).as("bound on " + name + " at " + i + "/" + MOMENTS)
                                .isLessThanOrEqualTo(stated(packets, time));
                    }
                    if (packets != null && packets.fromNanos() <= time && time <= packets.toNanos()) {
                        assertThat(error).as("error on " + name + " at " + i + "/" + MOMENTS + " of its trace, between its packets")
                                .isLessThanOrEqualTo(limitAtPackets);
                        errors.add(error);
                    }
                }
            }
        }
        return errors;
    }

    /** What is said of the error: so much at the packets, and by so much more for each second outside. */
    private static long stated(SyncResult.Packets packets, long time) {
        long outside = Math.max(0, Math.max(packets.fromNanos() - time, time - packets.toNanos()));
        return packets.maxErrorNanos() + (long) Math.ceil(packets.growthNanosPerSecond() * (outside / 1e9)) + 3;
    }
}
