/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.offcpu.OnCpu;
import org.bowline.core.offcpu.SampleLog;
import org.bowline.core.offcpu.StackNames;
import org.bowline.core.trace.RecordedStacks;

/** In which code threads run, by samples of their call stacks. Samples are read with the call stacks of waits, where there are any. */
public final class OnCpuQuestion {
    /** What runs is told beside what waits. */
    public static final Parameter<Boolean> SAMPLES = Parameter.flag("samples",
            "Tell also which code runs, in the same pictures and lists: an estimate, by samples of call stacks (profile samples, or perf).");
    /** The running time of the threads that count, the longest first. */
    public static final Result<Running> RUNNING = Result.of(OnCpuQuestion::running, Running::caveats);

    private static final int FEW = 100;
    private static final double MOST_UNKNOWN = 0.25;
    /** Of a half, with 95 % confidence, times the root of the number of samples. */
    private static final double HALF_WIDTH = 0.98;

    /**
     * What runs.
     *
     * @param totals by code, the longest first; empty if nothing was sampled
     * @param elsewhere samples that were left out, as they are of another clock
     */
    public record Running(List<OnCpu.Total> totals, long elsewhere) {
        /** Copies the list. */
        public Running {
            totals = List.copyOf(totals);
        }

        /** How many samples there are. */
        public long samples() {
            return totals.stream().mapToLong(OnCpu.Total::samples).sum();
        }

        /** For how long threads ran; ns. */
        public long nanos() {
            return totals.stream().mapToLong(OnCpu.Total::nanos).sum();
        }

        /** For how long they ran in code that is known, an estimate; ns. */
        public long sampledNanos() {
            return totals.stream().filter(total -> total.stack().sampled()).mapToLong(OnCpu.Total::nanos).sum();
        }

        private List<Caveat> caveats() {
            List<Caveat> caveats = new ArrayList<>();
            long samples = samples();
            if (samples > 0 && samples < FEW) {
                caveats.add(Caveat.of(Severity.WARNING, "", "few-samples", samples,
                        "Which code runs is estimated from " + Words.count(samples, "sample", "samples")
                                + ": what is told as half of the running time may be more or less by "
                                + Math.min(50, Math.round(HALF_WIDTH / Math.sqrt((double) samples) * 100))
                                + " percentage points (95 % confidence). Record for longer, or sample more often (perf record -F)."));
            }
            double unknown = 1 - (double) sampledNanos() / (double) Math.max(1, nanos());
            if (samples > 0 && unknown > MOST_UNKNOWN) {
                caveats.add(Caveat.of(Severity.INFO, "", "running-not-sampled", 1, "For " + Percent.percent(unknown, 0)
                        + " of the running time no sample speaks: threads that run shortly are seldom interrupted by a timer, and those that a timer wakes run between its interrupts."));
            }
            if (elsewhere > 0) {
                caveats.add(Caveat.of(Severity.WARNING, "", "samples-of-another-clock", elsewhere,
                        Words.count(elsewhere, "sample of perf is", "samples of perf are")
                                + " left out: more than a fifth are of threads that did not run at that time, so perf's clock is not that of the kernel's trace. Record with perf record -k CLOCK_MONOTONIC."));
            }
            return List.copyOf(caveats);
        }
    }

    private OnCpuQuestion() {}

    /** Whether any samples were recorded, and read. */
    public static boolean isKnown(Analysis analysis) {
        RecordedStacks recorded = analysis.get(StackQuestion.RECORDED).stacks();
        return analysis.knowsWaits() && recorded != null && !recorded.samples().isEmpty();
    }

    private static Running running(Analysis analysis) {
        RecordedStacks recorded = analysis.get(StackQuestion.RECORDED).stacks();
        StackNames names = analysis.get(StackQuestion.STACKS).names();
        if (recorded == null || names == null) {
            return new Running(List.of(), 0);
        }
        SampleLog samples = recorded.samples();
        if (samples.isEmpty() || !analysis.knowsWaits()) {
            return new Running(List.of(), samples.elsewhere());
        }
        if (!analysis.question().get(OffCpuQuestion.ON_PATH)) {
            return new Running(OnCpu.of(analysis.timeline(), samples, names, analysis.fromNanos(), analysis.toNanos(), analysis::isChosen,
                    analysis.progress()), samples.elsewhere());
        }
        return new Running(OnCpu.on(OffCpuQuestion.paths(analysis), analysis.timeline(), samples, names, analysis.progress()),
                samples.elsewhere());
    }
}
