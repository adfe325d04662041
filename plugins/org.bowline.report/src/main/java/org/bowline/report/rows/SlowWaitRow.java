/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.SlowWaits;
import org.bowline.core.offcpu.OffCpu;

/**
 * Code in which slow requests wait for longer, or less long, than typical ones.
 *
 * @param of the label
 * @param name what it is called
 * @param row what is waited for in which code, with names; without a time
 * @param slowNanos for how long a slow request waits there, in the mean
 * @param typicalNanos for how long a typical one does
 */
public record SlowWaitRow(SlowWaits.OfLabel of, String name, OffCpuRow row, long slowNanos, long typicalNanos) {
    /** All, by label, of each what differs most first. */
    public static List<SlowWaitRow> of(Analysis analysis) {
        return analysis.get(SlowWaits.RESULT).labels().stream().flatMap(label -> of(analysis, label).stream()).toList();
    }

    /** Those of a label. */
    public static List<SlowWaitRow> of(Analysis analysis, SlowWaits.OfLabel label) {
        List<SlowWaitRow> rows = new ArrayList<>();
        for (SlowWaits.Stack one : label.stacks()) {
            rows.add(row(analysis, label, one.stack(), one.slowNanos(), one.typicalNanos()));
        }
        return rows;
    }

    /** The same, alike wherever in the kernel they were. */
    public static List<SlowWaitRow> withoutKernel(Analysis analysis, SlowWaits.OfLabel label) {
        Map<OffCpu.Stack, long[]> sums = new LinkedHashMap<>();
        for (SlowWaits.Stack one : label.stacks()) {
            long[] sum = sums.computeIfAbsent(one.stack().withoutKernel(), key -> new long[2]);
            sum[0] += one.slowNanos();
            sum[1] += one.typicalNanos();
        }
        List<SlowWaitRow> rows = new ArrayList<>();
        sums.forEach((stack, sum) -> rows.add(row(analysis, label, stack, sum[0], sum[1])));
        rows.sort((a, b) -> Long.compare(Math.abs(b.moreNanos()), Math.abs(a.moreNanos())));
        return rows;
    }

    private static SlowWaitRow row(Analysis analysis, SlowWaits.OfLabel label, OffCpu.Stack stack, long slow, long typical) {
        return new SlowWaitRow(label, LabelWords.orAll(analysis, label.label()), new OffCpuRow(analysis.timeline().hostName(stack.host()),
                stack.targetHost() < 0 ? "" : analysis.timeline().hostName(stack.targetHost()), new OffCpu.Total(stack, 0, 0, 0), 0), slow,
                typical);
    }

    /** How much longer a slow one waits there; below 0 if it is less long. */
    public long moreNanos() {
        return slowNanos - typicalNanos;
    }

    /** From the label to the code of the one who ended the wait. */
    public List<String> frames() {
        List<String> frames = new ArrayList<>(List.of(name));
        frames.addAll(row.frames());
        return frames;
    }
}
