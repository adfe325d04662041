/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.trace.Recorded;

/** Threads that act one after the other: each has a time up to which it is told what it does. Times in microseconds. */
public final class Stage {
    public static final long US = 1_000;
    public static final Recorded ALL = new Recorded(true, true, EnumSet.allOf(Sort.class));

    public final TimelineBuilder builder = new TimelineBuilder();
    private final List<Long> told = new ArrayList<>();

    /** A host; its number. */
    public int host(String name) {
        return builder.host(name);
    }

    /** A thread; its number. */
    public int thread(int host, int pid, String name) {
        return thread(host, pid, name, 0);
    }

    /** A thread that begins at a time; its number. */
    public int thread(int host, int pid, String name, long fromMicros) {
        told.add(fromMicros);
        return builder.thread(host, 100 + told.size(), pid, name);
    }

    /** How many threads there are. */
    public int count() {
        return told.size();
    }

    /** Runs until a time. */
    public Stage runs(int thread, long untilMicros) {
        return is(thread, ThreadState.RUNNING, untilMicros);
    }

    /** Is in a state until a time. */
    public Stage is(int thread, ThreadState state, long untilMicros) {
        builder.segment(thread, told.get(thread) * US, untilMicros * US, state, thread % 4);
        told.set(thread, untilMicros);
        return this;
    }

    /** Waits until another thread wakes it at a time. */
    public Stage waits(int thread, int waker, long untilMicros) {
        return waits(thread, Cause.THREAD, waker, Timeline.NONE, untilMicros);
    }

    /** Waits until something ends that at a time. */
    public Stage waits(int thread, Cause cause, int target, int link, long untilMicros) {
        builder.blocked(thread, told.get(thread) * US, untilMicros * US, cause, target, link, thread % 4);
        told.set(thread, untilMicros);
        return this;
    }

    /** Is held up by interrupts until a time. */
    public Stage interrupted(int thread, Cause cause, int target, long untilMicros) {
        builder.interrupted(thread, told.get(thread) * US, untilMicros * US, cause, target, thread % 4);
        told.set(thread, untilMicros);
        return this;
    }

    /** A packet of a connection, which tells who opened that; its number. */
    public int packet(int connection, int sender, Timeline.Opener opener, long sentMicros, long arrivesMicros) {
        int packet = builder.packet(sentMicros * US, arrivesMicros * US, sender);
        builder.packetOpener(packet, opener);
        builder.packetConnection(packet, connection);
        return packet;
    }

    /** A thread that has done nothing yet lives from a time on. */
    public Stage from(int thread, long micros) {
        told.set(thread, micros);
        return this;
    }

    /** Until when it is told what a thread does. */
    public long told(int thread) {
        return told.get(thread);
    }

    /** What a rule with its own thresholds says; its findings are in its name and have numbers. */
    public RuleOutcome see(Rule rule) {
        return see(rule, Analysis.of(builder.build()).build(), RuleSettings.STANDARD);
    }

    public static RuleOutcome see(Rule rule, Analysis context, RuleSettings settings) {
        RuleOutcome outcome = rule.evaluate(context, settings);
        for (Finding finding : outcome.findings()) {
            assertThat(finding.rule()).isEqualTo(rule.info().id());
            assertThat(finding.summary()).endsWith(".").doesNotContain("  ", "NaN", "\n");
            assertThat(finding.subject()).isNotBlank();
        }
        if (outcome.findings().isEmpty()) {
            assertThat(outcome.reason()).isNotBlank();
        }
        return outcome;
    }
}
