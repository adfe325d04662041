/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.offcpu.OffCpu;
import org.bowline.core.offcpu.WaitCode;

/**
 * Waits that are alike, with names.
 *
 * @param host name of the host
 * @param targetHost name of the host of what was waited for; empty if it is not known
 * @param total the waits
 * @param share of all blocked time, 0 … 1
 */
public record OffCpuRow(String host, String targetHost, OffCpu.Total total, double share) {
    private static final int MOST_FRAMES = 4;

    /** All, the longest first. */
    public static List<OffCpuRow> of(Analysis analysis) {
        List<OffCpu.Total> totals = analysis.get(OffCpuQuestion.WAITS);
        double all = totals.stream().mapToDouble(OffCpu.Total::nanos).sum();
        List<OffCpuRow> rows = new ArrayList<>();
        for (OffCpu.Total total : totals) {
            int target = total.stack().targetHost();
            rows.add(new OffCpuRow(analysis.timeline().hostName(total.stack().host()),
                    target < 0 ? "" : analysis.timeline().hostName(target), total, total.nanos() / all));
        }
        return rows;
    }

    /** The same waits, alike wherever in the kernel they were, the longest first. */
    public static List<OffCpuRow> withoutKernel(List<OffCpuRow> rows) {
        Map<OffCpuRow, OffCpuRow> merged = new LinkedHashMap<>();
        for (OffCpuRow row : rows) {
            OffCpuRow key = new OffCpuRow(row.host, row.targetHost, new OffCpu.Total(row.stack().withoutKernel(), 0, 0, 0), 0);
            merged.merge(key, new OffCpuRow(row.host, row.targetHost,
                    new OffCpu.Total(key.stack(), row.total.nanos(), row.total.waits(), row.total.longestNanos()), row.share),
                    OffCpuRow::and);
        }
        return merged.values().stream().sorted(Comparator.comparingLong((OffCpuRow row) -> row.total.nanos()).reversed()).toList();
    }

    private OffCpuRow and(OffCpuRow other) {
        return new OffCpuRow(host, targetHost,
                new OffCpu.Total(stack(), total.nanos() + other.total.nanos(), total.waits() + other.total.waits(),
                        Math.max(total.longestNanos(), other.total.longestNanos())),
                share + other.share);
    }

    /** What was done. */
    public OffCpu.Stack stack() {
        return total.stack();
    }

    /** {@code waits for disk vdd}. */
    public String waiting() {
        return waiting(host, stack().cause(), stack().target(), targetHost);
    }

    /** The same of the fields of a report. */
    public static String waiting(String host, Cause cause, String target, String targetHost) {
        String from = targetHost.isEmpty() || targetHost.equals(host) ? target : target + " (" + targetHost + ')';
        return "waits for " + switch (cause) {
            case THREAD -> target.isEmpty() ? "another thread" : from;
            case TIMER -> "a timer";
            case DISK -> target.isEmpty() ? "a disk" : "disk " + target;
            case NETWORK -> target.isEmpty() ? "the network" : "the network, from " + from;
            case DEVICE, IPI, KERNEL -> target.isEmpty() ? cause.label() : target;
            case NONE, UNKNOWN -> "what is not known";
        };
    }

    /** The code that waits: functions and the system call, outermost first; empty if none is known. */
    public List<String> code() {
        return code(stack().functions(), stack().call());
    }

    /** Functions and the system call, unless the innermost function is the library's of that name. */
    public static List<String> code(List<String> functions, String call) {
        return new WaitCode.Chain(functions, call, List.of()).whole();
    }

    /** Frames of a report, with {@code ;} between. */
    public static String joined(List<String> frames) {
        return String.join(";", frames.stream().map(frame -> frame.replace(';', ',')).toList());
    }

    /** The innermost frames, which say most, for people. */
    public static String last(List<String> frames) {
        int from = Math.max(0, frames.size() - MOST_FRAMES);
        return (from > 0 ? "… → " : "") + String.join(" → ", frames.subList(from, frames.size()));
    }

    /** Which of the {@link #frames} says what is waited for; the one who ended the wait is behind it. */
    public int waitFrame() {
        return 2 + code().size() + stack().kernel().size();
    }

    /** From the host to the code of the one who ended the wait. */
    public List<String> frames() {
        List<String> frames = new ArrayList<>(List.of(host, stack().thread()));
        frames.addAll(code());
        frames.addAll(stack().kernel());
        frames.add(waiting());
        if (stack().cause() == Cause.THREAD || stack().cause() == Cause.NETWORK) {
            stack().waker().forEach(function -> frames.add(function + " of the other"));
        }
        return frames;
    }
}
