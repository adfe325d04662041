/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.BitSet;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

/** How waits are collected by pairs, and which pairs are in a phase; what becomes of them is in {@link RepeatedWaitsTest}, as {@link RepeatedSearch} finds it. */
class PairedWaitsTest {
    private static final long END = 1_000;

    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private final int kernel = builder.thread(builder.host("B"), 60, 60, "nfsd");
    private final int one = builder.thread(host, 10, 10, "one");
    private final int other = builder.thread(host, 11, 11, "other");
    private final int system = builder.resource(host, VertexKind.DISK, "vda");
    private final int data = builder.resource(host, VertexKind.DISK, "vdb");

    private void waits(int thread, int... targets) {
        for (int i = 0; i < targets.length; i++) {
            boolean elsewhere = targets[i] == kernel;
            Cause cause = targets[i] == system || targets[i] == data ? Cause.DISK : elsewhere ? Cause.NETWORK : Cause.THREAD;
            int packet = elsewhere ? builder.packet(i * 10L, i * 10L + 4, kernel) : Timeline.NONE;
            builder.blocked(thread, i * 10L, i * 10L + 5, cause, targets[i], packet, -1);
            builder.segment(thread, i * 10L + 5, i == targets.length - 1 ? END : i * 10L + 10, ThreadState.RUNNING, -1);
        }
    }

    private PairedWaits paired() {
        builder.parentProcess(kernel, 2);
        builder.segment(kernel, 0, END, ThreadState.RUNNING, -1);
        Timeline timeline = builder.build(0, END);
        return new PairedWaits(timeline, ThreadRoles.of(timeline), Progress.NONE);
    }

    @Test
    void bothDirectionsAreOnePairAndWhoIsNoProgramIsTheSecond() {
        waits(one, other, kernel, system);
        waits(other, one, one);
        PairedWaits paired = paired();
        assertThat(paired.size()).isEqualTo(5);
        assertThat(paired.pairs()).isEqualTo(3);
        assertThat(new int[] {paired.pair(0), paired.pair(3), paired.pair(4)}).containsOnly(0);
        assertThat(new int[] {paired.first(1), paired.second(1)}).as("the kernel's thread has the smaller number").containsExactly(one,
                kernel);
        assertThat(new boolean[] {paired.areThreads(0), paired.areThreads(1), paired.areThreads(2)}).containsExactly(true, false, false);
        assertThat(paired.end(1)).isEqualTo(15);
    }

    private BitSet large(int... targets) {
        waits(one, targets);
        builder.segment(other, 0, END, ThreadState.RUNNING, -1);
        PairedWaits paired = paired();
        boolean[] byDisks = new boolean[16];
        byDisks[one] = true;
        int[] rootOf = new int[paired.pairs()];
        Arrays.fill(rootOf, one);
        return new WorkPhases(paired, rootOf, byDisks.length, byDisks).large(pair -> true);
    }

    @Test
    void aDiskThatIsReadBeforeThatOfTheWorkIsAPhaseOfItsOwn() {
        assertThat(large(system, data, data, data)).as("vda is under half of it").isEqualTo(BitSet.valueOf(new long[] {0b10}));
        assertThat(new PairedWaitsTest().large(system, data, data)).as("half of it").isEqualTo(BitSet.valueOf(new long[] {0b11}));
        assertThat(new PairedWaitsTest().large(data, data, data, system)).as("afterwards").isEqualTo(BitSet.valueOf(new long[] {0b11}));
    }
}
