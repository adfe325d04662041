/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** A script waits for a program, which waits for a disk again and again; the range before lasts from 0 to 1,000. Times in nanoseconds. */
class DiskTailTest {
    private static final long TO = 1_000;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final int script = builder.thread(host, 10, 10, "sh");
    private final int program = builder.thread(host, 20, 20, "install");
    private final int helper = builder.thread(host, 30, 30, "unpack");
    private final int disk = builder.resource(host, VertexKind.DISK, "vda");
    private long told;

    private void runs(long until) {
        if (until > told) {
            builder.segment(program, told, until, ThreadState.RUNNING, -1);
            told = until;
        }
    }

    private void waits(Cause cause, int target, long until) {
        builder.blocked(program, told, until, cause, target, Timeline.NONE, -1);
        told = until;
    }

    private void writes(long first, int count, long step, long nanos) {
        for (int i = 0; i < count; i++) {
            runs(first + i * step);
            waits(Cause.DISK, disk, first + i * step + nanos);
        }
    }

    /** The end of the range if the recording ends at a time, and the program with it. */
    private long end(long recordingEnds, int parent) {
        runs(recordingEnds);
        if (parent != Timeline.NONE) {
            builder.parent(program, parent);
        }
        builder.blocked(script, 0, recordingEnds, Cause.THREAD, program, Timeline.NONE, -1);
        builder.segment(helper, 0, recordingEnds, ThreadState.RUNNING, -1);
        return new DiskTail(builder.build(0, recordingEnds), 0, TO).end(program);
    }

    @ParameterizedTest
    @CsvSource({"1050, 40, 6, 5, 1289", "1051, 40, 6, 5, 1000", // a pause of a twentieth of the range
        "1050, 20, 6, 5, 1169", "1050, 19, 6, 6, 1000", // so many waits
        "1000, 40, 10, 5, 1395", "1000, 40, 11, 5, 1000", // for half of the time
        "1050, 25, 5, 4, 1174", "1050, 33, 4, 3, 1000"}) // and a tenth of the range
    void itGoesOnAfterAShortPauseWithManyWaitsThatHaveHalfOfTheTimeAndATenthOfTheRange(long first, int count, long step, long nanos,
            long expected) {
        writes(first, count, step, nanos);
        assertThat(end(5_000, script)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1050, 1334", "1051, 1000"})
    void theLastWaitsForOthersAreNoPauseUnlessTheyAreLong(long until, long expected) {
        runs(1_000);
        waits(Cause.THREAD, helper, until);
        writes(1_095, 40, 6, 5);
        assertThat(end(5_000, script)).isEqualTo(expected);
    }

    @Test
    void itGoesOnUntilTheRecordingEndsAtMost() {
        writes(1_000, 40, 6, 5);
        assertThat(end(told, script)).isEqualTo(1_239);
    }

    @Test
    void whatNobodyWaitsForIsNotTheWork() {
        writes(1_000, 40, 6, 5);
        assertThat(end(5_000, Timeline.NONE)).isEqualTo(TO);
    }

    @Test
    void whatAnotherProgramStartedThatDoesNotWaitForItIsNotEither() {
        writes(1_000, 40, 6, 5);
        assertThat(end(5_000, helper)).isEqualTo(TO);
    }

    @Test
    void whoeverHasEndedDoesNotGoOn() {
        writes(100, 40, 6, 5);
        builder.parent(program, script);
        builder.blocked(script, 0, 5_000, Cause.THREAD, program, Timeline.NONE, -1);
        assertThat(new DiskTail(builder.build(0, 5_000), 0, TO).end(program)).isEqualTo(TO);
    }
}
