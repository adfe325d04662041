/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;

class PoolsTest {
    private final TimelineBuilder builder = new TimelineBuilder();
    private final int host = builder.host("A");
    private int tid = 100;

    private int thread(String name, int target, int count) {
        int thread = builder.thread(host, tid, tid++, name);
        for (int i = 0; i < count; i++) {
            builder.blocked(thread, i * 100L, i * 100L + 90, Cause.THREAD, target, Timeline.NONE, -1);
            builder.segment(thread, i * 100L + 90, i * 100L + 100, ThreadState.RUNNING, -1);
        }
        return thread;
    }

    private Analysis analysis(Question question) {
        return Analysis.of(builder.build(0, 1_000)).question(question.within(0, 1_000)).build();
    }

    @Test
    void threadsOfOneNameThatWaitForTheSameAreAPool() {
        int boss = thread("boss", 1, 10);
        int a = thread("worker", boss, 10);
        int b = thread("worker", boss, 10);
        int astray = thread("worker", a, 10);
        Analysis analysis = analysis(Question.WORK);
        Pools pools = Pools.of(analysis);
        assertThat(pools.line(b)).isEqualTo(a);
        assertThat(pools.members(b)).containsExactly(a, b);
        assertThat(pools.line(boss)).isEqualTo(boss);
        assertThat(pools.line(astray)).isEqualTo(astray); // it waits for others than they do
        assertThat(Pools.called(analysis.timeline(), pools.members(a))).isEqualTo("worker ×2");
    }

    @Test
    void oneLongWaitForTheTracersListenerTakesNobodyOutOfAPool() {
        int boss = thread("boss", 1, 10);
        int listener = builder.thread(host, 90, 100, "worker-ust");
        int a = thread("worker", boss, 10);
        builder.blocked(a, 1_000, 9_000, Cause.THREAD, listener, Timeline.NONE, -1);
        int b = thread("worker", boss, 10);
        Analysis analysis = Analysis.of(builder.build(0, 9_000)).question(Question.WORK.within(0, 9_000)).build();
        assertThat(Pools.of(analysis).members(b)).containsExactly(a, b);
    }

    @Test
    void ofNamesThatDifferInANumberItTakesThree() {
        int boss = thread("boss", 1, 10);
        int a = thread("io-1", boss, 10);
        int b = thread("io-2", boss, 10);
        int x = thread("cpu-1", boss, 10);
        int y = thread("cpu-2", boss, 10);
        int z = thread("cpu-3", boss, 10);
        Analysis analysis = analysis(Question.WORK);
        Pools pools = Pools.of(analysis);
        assertThat(pools.members(a)).containsExactly(a);
        assertThat(pools.members(b)).containsExactly(b);
        assertThat(pools.members(z)).containsExactly(x, y, z);
        assertThat(Pools.called(analysis.timeline(), pools.members(z))).isEqualTo("cpu* ×3");
    }

    @Test
    void onRequestAndWhereEverythingIsAskedForEachThreadIsByItself() {
        int boss = thread("boss", 1, 10);
        int a = thread("worker", boss, 10);
        thread("worker", boss, 10);
        assertThat(FirstLook.pools(analysis(Question.WORK)).members(a)).hasSize(2);
        assertThat(FirstLook.pools(analysis(Question.WORK.with(FirstLook.UNFOLD, true))).members(a)).hasSize(1);
        assertThat(FirstLook.pools(analysis(Question.WORK.with(FirstLook.SHOW_ALL, true))).members(a)).hasSize(1);
        assertThat(FirstLook.pools(analysis(Question.ALL)).isEmpty()).isTrue();
        assertThat(FirstLook.leaves(analysis(Question.ALL))).isNull();
    }

    @Test
    void aListenerOfTheTracersLibraryIsCalledByWhatItIs() {
        int main = builder.thread(host, 50, 50, "server");
        int listener = builder.thread(host, 51, 50, "server-ust");
        int alone = builder.thread(host, 60, 60, "rob-ust");
        Analysis analysis = analysis(Question.ALL);
        assertThat(analysis.phrase(listener)).isEqualTo("server's LTTng-UST listener (A:51)");
        assertThat(analysis.phrase(main)).isEqualTo("server (A:50)");
        assertThat(ThreadRoles.called(analysis.timeline(), alone)).isEqualTo("rob-ust");
    }
}
