/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.model.Cause;
import org.bowline.core.offcpu.OffCpu;

/**
 * Waits that are alike, with names.
 *
 * @param host name of the host
 * @param targetHost name of the host of what was waited for; empty if it is not known
 * @param total the waits
 * @param share of all blocked time, 0 … 1
 */
public record OffCpuRow(String host, String targetHost, OffCpu.Total total, double share) {
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

    /** What was done. */
    public OffCpu.Stack stack() {
        return total.stack();
    }

    /** {@code waits for disk vdd}. */
    public String waiting() {
        String target = stack().target();
        String from = targetHost.isEmpty() || targetHost.equals(host) ? target : target + " (" + targetHost + ')';
        return "waits for " + switch (stack().cause()) {
            case THREAD -> target.isEmpty() ? "another thread" : from;
            case TIMER -> "a timer";
            case DISK -> target.isEmpty() ? "a disk" : "disk " + target;
            case NETWORK -> target.isEmpty() ? "the network" : "the network, from " + from;
            case DEVICE, IPI, KERNEL -> target.isEmpty() ? stack().cause().label() : target;
            case NONE, UNKNOWN -> "what is not known";
        };
    }

    /** The code that waits: functions and the system call, outermost first; empty if none is known. */
    public List<String> code() {
        List<String> code = new ArrayList<>(stack().functions());
        if (!stack().call().isEmpty()) {
            code.add(stack().call());
        }
        return code;
    }

    /** From the host to the code of the one who ended the wait. */
    public List<String> frames() {
        List<String> frames = new ArrayList<>(List.of(host, stack().thread()));
        frames.addAll(code());
        frames.add(waiting());
        if (stack().cause() == Cause.THREAD || stack().cause() == Cause.NETWORK) {
            stack().waker().forEach(function -> frames.add(function + " of the other"));
        }
        return frames;
    }
}
