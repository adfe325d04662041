/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.timeline.LockEvents.Kind;

public class LockOrderTest {
    private static final long HOLD_MICROS = 1_000;

    /** Who gets the lock next, of those that wait. */
    public enum Next {
        /** Who has waited longest. */
        FIRST,
        /** Who came last. */
        LAST,
        /** Any of them. */
        ANY
    }

    /** Threads of process 1 that take a mutex again and again, each as soon as it has given it back; it is never free. */
    public static Stage lock(int threads, int rounds, Next order) {
        Stage stage = new Stage();
        int host = stage.host("h");
        List<Integer> queue = new ArrayList<>();
        Random random = new Random(1);
        for (int i = 0; i < threads; i++) {
            queue.add(stage.thread(host, 1, "worker-" + i));
        }
        long time = 0;
        int holder = queue.remove(0);
        for (int i = 0; i < queue.size(); i++) {
            stage.builder.locks().add(0, queue.get(i), Kind.REQUEST, 1, 0xb0);
        }
        for (int i = 0; i < rounds; i++) {
            stage.builder.locks().add(time * Stage.US + 100, holder, Kind.ACQUIRED, 1, 0xb0);
            time += HOLD_MICROS;
            stage.runs(holder, time);
            stage.builder.locks().add(time * Stage.US - 100, holder, Kind.RELEASED, 1, 0xb0).add(time * Stage.US - 50, holder, Kind.REQUEST,
                    1, 0xb0);
            int next = queue.remove(order == Next.FIRST ? 0 : order == Next.LAST ? queue.size() - 1 : random.nextInt(queue.size()));
            stage.waits(next, holder, time);
            queue.add(holder);
            holder = next;
        }
        return stage;
    }

    @Test
    void aMutexThatGoesToTheLastOneIsToldWithWhatItsWaitsVaryBy() {
        List<Finding> findings = lock(4, 200, Next.LAST).see(new LockOrder()).findings();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("h:0xb0");
            assertThat(finding.summary()).contains("does not go to whoever has waited longest", "rank correlation -0.33",
                    "4 waits have not ended by the end of the recording, the longest after 200 ms.");
            assertThat(finding.estimate()).isFalse();
        });
    }

    @Test
    void theNextStepIsTheTableOfLocks() {
        Analysis analysis = Analysis.of(lock(4, 200, Next.LAST).builder.build()).build();
        Finding finding = Stage.see(new LockOrder(), analysis, RuleSettings.STANDARD).findings().get(0);
        assertThat(new LockOrder().next(analysis, finding).command()).isEqualTo("locks");
    }

    @Test
    void aMutexThatGoesToAnyOfThemIsTold() {
        assertThat(lock(6, 400, Next.ANY).see(new LockOrder()).findings()).hasSize(1);
    }

    @Test
    void aMutexThatGoesToWhoeverHasWaitedLongestIsInOrder() {
        assertThat(lock(4, 200, Next.FIRST).see(new LockOrder()).findings()).isEmpty();
    }
}
