/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TextTable;

/** Which threads are one vertex, in words. */
final class MergeTextTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private int tid = 100;

    /** A thread that lives from a moment on and waits for another for nine tenths of its life. */
    private int thread(String name, int parent, int target, long from, long to) {
        int thread = builder.thread(host, tid, tid++, name);
        long wait = (to - from) / 10 * 9;
        builder.blocked(thread, from, from + wait, Cause.THREAD, target, Timeline.NONE, -1);
        builder.segment(thread, from + wait, to, ThreadState.RUNNING, -1);
        if (parent != Timeline.NONE) {
            builder.parent(thread, parent);
        }
        return thread;
    }

    private String written(Merging.Level level, String... named) throws IOException {
        builder.recording(host, 0, 10_000);
        Question question = Question.ALL.within(0, 10_000).with(Merging.MERGE, level).with(Merging.MERGE_THREADS, List.of(named));
        Analysis analysis = Analysis.of(builder.build(0, 10_000)).question(question).build();
        StringBuilder out = new StringBuilder();
        MergeText.of(new TextPage(out, TextTable.UNLIMITED, false), Merging.view(analysis).graph());
        return out.toString();
    }

    @Test
    void aGroupIsToldWithItsReasonAndHowManyLiveAtATime() throws IOException {
        int make = thread("make", Timeline.NONE, 1, 0, 10_000);
        thread("cc1", make, make, 1_000, 1_500);
        thread("as", make, make, 2_000, 2_500);
        thread("cc1", make, make, 2_200, 2_700);
        assertThat(written(Merging.Level.SHORT)).contains("Merged: 3 threads as 1 vertex of the wait-for graph")
                .contains("children of make ×3 (A): short-lived, made by make (A:100), up to 2 at a time")
                .endsWith(
                        "Waits of merged threads are added up; the threshold is compared with the mean of the threads that live at the same time.\n");
    }

    @Test
    void threadsThatAPersonNamesAreToldSo() throws IOException {
        int boss = thread("boss", Timeline.NONE, 1, 0, 10_000);
        thread("w-1", Timeline.NONE, boss, 0, 10_000);
        thread("w-2", Timeline.NONE, boss, 0, 10_000);
        assertThat(written(Merging.Level.NONE, "w-*")).contains(": by --merge-threads, up to 2 at a time");
    }

    /** In every 100 ns one of them asks and the next one receives the answer; the others wait for them. */
    @Test
    void threadsAmongWhichTasksMoveAreToldSo() throws IOException {
        for (int i = 0; i < 3; i++) {
            builder.thread(host, 100 + i, 100, "task");
        }
        int far = builder.thread(builder.host("B"), 200, 200, "far");
        builder.segment(far, 0, 10_000, ThreadState.RUNNING, -1);
        long[] told = new long[3];
        for (int round = 0; round < 99; round++) {
            int asks = round % 3;
            int receives = (round + 1) % 3;
            long begin = round * 100L;
            builder.segment(asks, begin, begin + 20, ThreadState.RUNNING, -1);
            packet(begin + 10, asks, Timeline.Opener.SENDER);
            builder.blocked(receives, told[receives], begin + 20, Cause.THREAD, asks, Timeline.NONE, -1);
            builder.blocked(receives, begin + 20, begin + 100, Cause.NETWORK, far, packet(begin + 50, far, Timeline.Opener.RECEIVER), -1);
            told[asks] = begin + 20;
            told[receives] = begin + 100;
        }
        assertThat(written(Merging.Level.SIMILAR))
                .contains("task ×3 (A): tasks move among them, so that they wait for each other does not count, up to 3 at a time");
    }

    private int packet(long sent, int sender, Timeline.Opener opener) {
        int packet = builder.packet(sent, sent + 10, sender);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, 0);
        return packet;
    }

    @Test
    void ofManyGroupsTheLargestAreNamedAndTheRestIsCounted() throws IOException {
        int boss = thread("boss", Timeline.NONE, 1, 0, 10_000);
        String[] named = new String[10];
        for (int group = 0; group < named.length; group++) {
            named[group] = "g" + group + "-*";
            for (int i = 0; i < (group == 9 ? 3 : 2); i++) {
                thread("g" + group + "-" + i, Timeline.NONE, boss, 0, 10_000);
            }
        }
        String text = written(Merging.Level.NONE, named);
        assertThat(text).contains("Merged: 21 threads as 10 vertices").contains("  ... and 2 smaller ones");
        assertThat(text.lines().filter(line -> line.contains("by --merge-threads"))).hasSize(8).first().asString()
                .contains("up to 3 at a time");
    }

    @Test
    void whereNothingIsMergedNothingIsSaid() throws IOException {
        thread("make", Timeline.NONE, 1, 0, 10_000);
        thread("cc1", 0, 0, 1_000, 1_500);
        assertThat(written(Merging.Level.SHORT)).isEmpty();
    }
}
