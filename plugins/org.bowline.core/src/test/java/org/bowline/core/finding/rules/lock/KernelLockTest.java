/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.rules.SentenceTable;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.knot.DominantKnot;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

/** When threads are said to wait for a lock of the kernel. */
public class KernelLockTest extends SentenceTable {
    public static final Set<String> FILES = Set.of("KernelLock");

    /** Threads take something in turns of 5 ms; of each ten waits so many of the first thread, and of the others, are in the kernel. */
    private static Stage inTurns(int threads, int rounds, int ofFirst, int ofOthers) {
        return inTurns(threads, rounds, ofFirst, ofOthers, "map");
    }

    private static Stage inTurns(int threads, int rounds, int ofFirst, int ofOthers, String first) {
        Stage stage = new Stage();
        int host = stage.host("h");
        for (int i = 0; i < threads; i++) {
            stage.thread(host, i == 0 && !first.equals("map") ? 0 : 1, i == 0 ? first : "map-" + i);
        }
        for (int turn = 0; turn < rounds * threads; turn++) {
            int holder = turn % threads;
            int next = (turn + 1) % threads;
            long end = 5_000L * (turn + 1);
            stage.runs(holder, end);
            boolean kernel = turn / threads % 10 < (next == 0 ? ofFirst : ofOthers);
            stage.waits(next, Cause.THREAD, holder, kernel ? Timeline.IN_KERNEL : Timeline.NONE, end);
        }
        return stage;
    }

    private static String said(Stage stage, int... threads) {
        return KernelLock.sentence(Analysis.of(stage.builder.build()).build(), new IntOpenHashSet(threads));
    }

    @Test
    void halfOfTheTimeForWhichTheyWaitForEachOtherIsEnough() {
        assertThat(said(inTurns(2, 30, 5, 5), 0, 1)).startsWith(" For 50").contains(" they do so inside the kernel: for one of its locks");
        assertThat(said(inTurns(2, 30, 4, 4), 0, 1)).isEmpty();
    }

    @Test
    void whoOnlyKeepsOthersWaitingAsAChildAfterVforkHasNoLock() {
        assertThat(said(inTurns(2, 30, 10, 0), 0, 1)).isEmpty();
        assertThat(said(inTurns(2, 30, 10, 1), 0, 1)).as("three times in thirty").isEmpty();
        assertThat(said(inTurns(2, 30, 10, 2), 0, 1)).isNotEmpty();
    }

    @Test
    void aFewWaitsAreByChance() {
        assertThat(said(inTurns(2, 4, 10, 10), 0, 1)).isEmpty();
        assertThat(said(inTurns(2, 6, 10, 10), 0, 1)).isNotEmpty();
    }

    @Test
    void threadsOfTheKernelThatWriteAJournalHaveNoLockOfOthers() {
        assertThat(said(inTurns(2, 30, 10, 10, "jbd2/vdd-8"), 0, 1)).isEmpty();
    }

    @Test
    void whatIsWaitedForOutsideDoesNotCount() {
        assertThat(said(inTurns(3, 30, 10, 10), 0, 2)).isEmpty();
    }

    @Override
    protected List<Row> rows() {
        String words = " of the time for which threads of them wait for each other they do so inside the kernel: for one of its locks, such as that of a process's memory (mmap, page faults),"
                + " of a directory or of a file. The recording profile waits-stacks shows which.";
        return List.of(row(new DominantKnot(), inTurns(3, 30, 10, 10), inTurns(3, 30, 0, 0), words),
                row(new DominantKnot(), inTurns(2, 30, 10, 10), inTurns(2, 30, 10, 0), words));
    }

    private static Row row(Rule rule, Stage said, Stage notSaid, String words) {
        return new Row(rule, words, Analysis.of(said.builder.build()).build(), Analysis.of(notSaid.builder.build()).build());
    }

    @Override
    protected Set<String> files() {
        return FILES;
    }
}
