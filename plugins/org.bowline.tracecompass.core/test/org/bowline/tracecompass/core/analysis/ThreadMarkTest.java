/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.tracecompass.core.ThreeTier;

/** What a person says of threads by the menu of a thread. */
final class ThreadMarkTest {
    private final Timeline timeline = ThreeTier.result().timeline();
    private final int client = ThreeTier.thread("w1-client");
    private final int server = ThreeTier.thread("w1-server");
    private final int helper = ThreeTier.thread("w1-helper");
    private final GivenOptions blame = GivenOptions.of(List.of("blame=waker"));

    @Test
    void aMarkIsAnOptionThatTheAnalysisFollows() {
        GivenOptions told = ThreadMark.WORKER.put(blame, timeline, client);
        assertThat(told.texts()).containsExactly("blame=waker", "worker=A:" + timeline.tid(client));
        assertThat(ThreadMark.WORKER.isOn(told, timeline, client)).isTrue();
        assertThat(ThreadMark.WORKER.isOn(told, timeline, client, server)).as("not both").isFalse();
        assertThat(ThreadMark.BACKGROUND.isOn(told, timeline, client)).isFalse();
        Workers workers = Analysis.of(ThreeTier.result()).question(told.in(Question.ALL)).build().get(Workers.RESULT);
        assertThat(workers.isWorker(client)).isTrue();
        assertThat(workers.isWorker(server)).isFalse();
        assertThat(ThreadMark.WORKER.takenOff(told, timeline, client)).isEqualTo(blame);
    }

    @Test
    void aThreadHasOneMarkAtMost() {
        GivenOptions told = ThreadMark.BACKGROUND.put(ThreadMark.WORKER.put(blame, timeline, client, server), timeline, client);
        assertThat(told.texts()).containsExactly("blame=waker", "worker=B:" + timeline.tid(server), "background=A:" + timeline.tid(client));
        assertThat(ThreadMark.BACKGROUND.put(told, timeline, client)).as("said twice").isEqualTo(told);
    }

    @Test
    void whatAPatternNamesBesideTheThreadKeepsItsMark() {
        GivenOptions pattern = GivenOptions.of(List.of("background=B:w1-*"));
        assertThat(ThreadMark.BACKGROUND.isOn(pattern, timeline, server, helper)).isTrue();
        assertThat(ThreadMark.BACKGROUND.isOn(pattern, timeline, client)).as("of another host").isFalse();
        GivenOptions without = ThreadMark.BACKGROUND.takenOff(pattern, timeline, server);
        assertThat(ThreadMark.BACKGROUND.isOn(without, timeline, helper)).isTrue();
        assertThat(ThreadMark.BACKGROUND.isOn(without, timeline, server)).isFalse();
        assertThat(ThreadMark.BACKGROUND.takenOff(pattern, timeline, client)).as("it does not name this one").isEqualTo(pattern);
    }

    @Test
    void threadsThatShareANameWithNobodyElseAreMarkedByIt() {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        builder.host("other");
        int first = builder.thread(0, 11, 10, "pool");
        int second = builder.thread(0, 12, 10, "pool");
        int third = builder.thread(0, 13, 10, "pool");
        builder.thread(1, 11, 10, "pool");
        int odd = builder.thread(0, 14, 10, "a *");
        int likeIt = builder.thread(0, 15, 10, "a *");
        builder.thread(0, 16, 10, "a b");
        Timeline named = builder.build();
        assertThat(ThreadMark.WORKER.put(GivenOptions.NONE, named, first, second, third).texts()).containsExactly("worker=h:pool");
        assertThat(ThreadMark.WORKER.put(GivenOptions.NONE, named, first, second).texts()).as("not the third")
                .containsExactly("worker=h:11", "worker=h:12");
        assertThat(ThreadMark.WORKER.put(GivenOptions.NONE, named, odd, likeIt).texts()).as("their name is a pattern that names another")
                .containsExactly("worker=h:14", "worker=h:15");
        GivenOptions all = ThreadMark.WORKER.put(GivenOptions.NONE, named, first, second, third);
        assertThat(ThreadMark.WORKER.takenOff(all, named, second).texts()).containsExactly("worker=h:11", "worker=h:13");
    }
}
