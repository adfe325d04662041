/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Result;
import org.bowline.core.finding.Evidence;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.ThreadTotals;
import org.bowline.core.timeline.TimeUnion;

/** The threads of a process of a program that are on a processor at all, and not set aside, and for how long each is. */
public final class ProcessRuns {
    private static final Result<List<ProcessRuns>> RESULT = Result.of(ProcessRuns::find);

    private final IntArrayList threads = new IntArrayList();
    private final LongArrayList each = new LongArrayList();
    private long nanos;
    private long most;

    private ProcessRuns() {}

    /** Those of all processes. O(threads), once. */
    public static List<ProcessRuns> all(Analysis analysis) {
        return analysis.get(RESULT);
    }

    private static List<ProcessRuns> find(Analysis analysis) {
        ThreadRoles roles = analysis.get(Analysis.ROLES);
        Map<Long, ProcessRuns> processes = new LinkedHashMap<>();
        for (ThreadTotals total : analysis.totals()) {
            if (total.onCpu() > 0 && !analysis.timeline().isIdle(total.thread()) && roles.isProgram(total.thread())
                    && !analysis.aside().isAside(total.thread())) {
                processes.computeIfAbsent(Kin.process(analysis.timeline(), total.thread()), key -> new ProcessRuns()).add(total);
            }
        }
        return List.copyOf(processes.values());
    }

    private void add(ThreadTotals total) {
        threads.add(total.thread());
        each.add(total.onCpu());
        nanos += total.onCpu();
        most = Math.max(most, total.onCpu());
    }

    /** The threads, in the order of the totals; not to be changed. */
    public IntArrayList threads() {
        return threads;
    }

    /** For how long they are on processors, added up. */
    public long nanos() {
        return nanos;
    }

    /** For how long one of them is. */
    public long nanos(int i) {
        return each.getLong(i);
    }

    /** For how long the one is that is so longest. */
    public long mostNanos() {
        return most;
    }

    /** For how long at least one of them is on a processor. O(segments). */
    public long anyNanos(Analysis analysis) {
        TimeUnion any = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        threads.forEach(thread -> any.addOnCpu(analysis.timeline(), thread));
        return any.nanos();
    }

    /** For how long more than one of them would run if each ran when it likes, added up for each beyond the first. */
    public double besideByChance(long rangeNanos) {
        double none = 1;
        for (long one : each) {
            none *= 1 - Math.min(1, (double) one / rangeNanos);
        }
        return nanos - (1 - none) * rangeNanos;
    }

    /** By what a finding about the process is known. */
    public String subject(Analysis analysis) {
        return analysis.stableName(threads.getInt(0));
    }

    /** One of its threads, as such a finding points at it. */
    public Evidence evidence(int i) {
        return new Evidence.Vertex(threads.getInt(i), each.getLong(i), "on a processor");
    }
}
