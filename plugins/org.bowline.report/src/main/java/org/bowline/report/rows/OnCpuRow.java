/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.OnCpuQuestion;
import org.bowline.core.offcpu.OnCpu;

/**
 * Code that runs, with names.
 *
 * @param host name of the host
 * @param total its time
 * @param share of all running time, 0 … 1
 */
public record OnCpuRow(String host, OnCpu.Total total, double share) {
    /** What running time is called in stacks whose code is an estimate by samples. */
    public static final String RUNS = "runs (estimate)";
    /** What it is called where no sample speaks for it. */
    public static final String NOT_SAMPLED = "runs (not sampled)";

    /** All, the longest first; none where nothing was sampled. */
    public static List<OnCpuRow> of(Analysis analysis) {
        OnCpuQuestion.Running running = analysis.get(OnCpuQuestion.RUNNING);
        double all = Math.max(1, running.nanos());
        return running.totals().stream()
                .map(total -> new OnCpuRow(analysis.timeline().hostName(total.stack().host()), total, total.nanos() / all)).toList();
    }

    /** The same, alike wherever in the kernel it was, the longest first. */
    public static List<OnCpuRow> withoutKernel(List<OnCpuRow> rows) {
        Map<OnCpu.Stack, OnCpuRow> merged = new LinkedHashMap<>();
        for (OnCpuRow row : rows) {
            OnCpu.Stack stack = row.stack().withoutKernel();
            merged.merge(stack, new OnCpuRow(row.host, new OnCpu.Total(stack, row.total.nanos(), row.total.samples()), row.share),
                    OnCpuRow::and);
        }
        return merged.values().stream().sorted(Comparator.comparingLong((OnCpuRow row) -> row.total.nanos()).reversed()).toList();
    }

    private OnCpuRow and(OnCpuRow other) {
        return new OnCpuRow(host,
                new OnCpu.Total(stack(), total.nanos() + other.total.nanos(), total.samples() + other.total.samples()),
                share + other.share);
    }

    /** The code. */
    public OnCpu.Stack stack() {
        return total.stack();
    }

    /** Functions and the system call, outermost first; empty if nothing was sampled. */
    public List<String> code() {
        return OffCpuRow.code(stack().functions(), stack().call());
    }

    /** The same for people. */
    public String in() {
        return stack().sampled() ? OffCpuRow.last(code()) : "(not sampled)";
    }

    /** From the host to what says that it runs. */
    public List<String> frames() {
        List<String> frames = new ArrayList<>(List.of(host, stack().thread()));
        frames.addAll(code());
        frames.addAll(stack().kernel());
        frames.add(stack().sampled() ? RUNS : NOT_SAMPLED);
        return frames;
    }
}
