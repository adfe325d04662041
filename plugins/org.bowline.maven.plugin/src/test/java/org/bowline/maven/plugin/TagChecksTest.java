/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.ThreadState;
import org.bowline.core.tag.TagChange;
import org.bowline.core.tag.TagLog;
import org.bowline.core.tag.TagPaths;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.maven.plugin.Verdict.State;
import org.bowline.runs.RunFacts;

/** Limits of modules: what passes, what fails, and what is an error because it limits nothing. */
class TagChecksTest {
    private static final Sight BLIND = new Sight(List.of("A"), List.of(), false);

    /** Two hosts; on A 1000 ns run: 400 in storage, 300 of them in crc, 100 in net, 100 are lost; on B 1000 ns in net. */
    private static RunFacts run(boolean lossy, boolean tagged) {
        TimelineBuilder builder = new TimelineBuilder();
        int a = builder.thread(builder.host("A"), 1, 1, "loop");
        int b = builder.thread(builder.host("B"), 2, 2, "loop");
        builder.segment(a, 0, 1000, ThreadState.RUNNING, 0);
        builder.segment(b, 0, 1000, ThreadState.RUNNING, 0);
        Timeline timeline = builder.build();
        TagLog.Builder log = new TagLog.Builder();
        int lane = log.lane(0, a, 1);
        log.add(lane, 0, TagChange.SWITCH, log.paths().of("engine/storage"), 0);
        log.add(lane, 100, TagChange.SWITCH, log.paths().of("engine/storage/crc"), 0);
        log.add(lane, 400, TagChange.SWITCH, log.paths().of("net"), 0);
        if (lossy) {
            log.add(lane, 500, TagChange.LOSS, TagPaths.UNKNOWN, 0);
        }
        log.add(lane, 600, TagChange.SWITCH, log.paths().of(""), 0);
        int other = log.lane(1, b, 2);
        log.add(other, 0, TagChange.SWITCH, log.paths().of("net"), 0);
        return RunFacts.of("run", Analysis.of(timeline).tags(tagged ? log.build(timeline) : TagLog.EMPTY).build(), List.of());
    }

    private static Verdict judge(RunFacts run, Sight sight, boolean partial, String rule) {
        Checks checks = new Checks(run, sight, partial);
        checks.maxTagShare(rule);
        assertThat(checks.verdicts()).hasSize(1);
        return checks.verdicts().get(0);
    }

    private static Verdict judge(String rule) {
        return judge(run(false, true), Sight.NOT_KNOWN, false, rule);
    }

    @Test
    void aLimitIsPassedUpToItself() {
        assertThat(judge("A:engine/storage/crc=30%").state()).isEqualTo(State.PASSED);
        assertThat(judge("A:engine/storage/crc = 29.9 %").line())
                .contains("engine/storage/crc on A takes 30.0 % of the running time, the limit is 29.9 %");
        assertThat(judge("engine=20%").state()).as("400 of the 2000 on both hosts").isEqualTo(State.PASSED);
        assertThat(judge("engine=19.9%").state()).isEqualTo(State.FAILED);
        assertThat(judge("net=60%").state()).isEqualTo(State.PASSED);
    }

    @Test
    void aModuleMayBeLimitedWithinAnother() {
        assertThat(judge("engine/storage/crc@engine/storage=75%").state()).isEqualTo(State.PASSED);
        assertThat(judge("A:engine/storage/crc@engine=74%").line()).contains("takes 75.0 % of that of engine, the limit is 74.0 %");
        assertThat(judge("net@engine=50%").line()).contains("net is not within engine");
        assertThat(judge("engine/storage@engine/sto=50%").line()).contains("is not within");
    }

    @Test
    void aLimitThatLimitsNothingIsAnError() {
        assertThat(judge("engine/storage/crk=30%").line())
                .contains(
                        "there is no module engine/storage/crk; the modules are (untagged), engine, engine/storage, engine/storage/crc, net");
        assertThat(judge("B:engine=30%").line()).contains("there is no module engine on B; the modules are net");
        assertThat(judge("engine=100%").line()).contains("limits nothing");
        for (String wrong : List.of("engine", "engine=", "=5%", "engine=lots")) {
            assertThat(judge(wrong).line()).as(wrong).contains("is not of the form [HOST:]PATH[@WITHIN]=PERCENT");
        }
        assertThat(judge(run(false, false), Sight.NOT_KNOWN, false, "engine=30%").line()).contains("the run has no tag");
        assertThat(judge(run(false, false), Sight.NOT_KNOWN, false, "engine=30%").state()).isEqualTo(State.ERROR);
    }

    @Test
    void whatIsNotKnownIsNoSuccess() {
        assertThat(judge(run(true, true), BLIND, false, "engine=30%").state()).isEqualTo(State.SKIPPED);
        RunFacts lossy = run(true, true);
        assertThat(judge(lossy, Sight.NOT_KNOWN, false, "A:engine=45%").state()).as("it may be 50 %").isEqualTo(State.ERROR);
        assertThat(judge(lossy, Sight.NOT_KNOWN, true, "A:engine=45%").state()).isEqualTo(State.PASSED);
        assertThat(judge(lossy, Sight.NOT_KNOWN, false, "A:engine=50%").state()).isEqualTo(State.PASSED);
    }
}
