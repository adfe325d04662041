/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.nio.file.Path;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.offcpu.SystemCallLog;
import org.bowline.core.offcpu.WaitCode;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.core.trace.RecordedStacks;
import org.bowline.ctf.TraceReadException;

/**
 * What was read of the code that threads were in when they waited: enough to name it, and for analyses of any range, after the traces are closed.
 *
 * @param stacks call stacks; null if none were recorded
 * @param calls calls of functions; null if none were recorded
 * @param systemCalls in which system calls threads waited
 */
public record RecordedCode(@Nullable RecordedStacks stacks, @Nullable RecordedCalls calls, SystemCallLog systemCalls) {
    /**
     * Reads them: a pass over the traces for each sort that was recorded, none over others. O(events).
     *
     * @param read the traces, open
     * @throws TraceReadException if a trace cannot be read any more
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static RecordedCode of(ReadTraces read, Progress progress) throws TraceReadException {
        RecordedStacks stacks = read.stacks(progress);
        RecordedCalls calls = read.calls(progress);
        return new RecordedCode(stacks, calls, read.systemCalls(progress));
    }

    /** The same with more folders in which the programs may have been kept, looked into before those beside the traces. */
    public RecordedCode with(List<Path> folders) {
        return new RecordedCode(stacks == null ? null : stacks.with(folders), calls == null ? null : calls.with(folders), systemCalls);
    }

    /** Whether the recording tells nothing of the code. */
    public boolean isEmpty() {
        return stacks == null && calls == null && systemCalls.isEmpty();
    }

    /**
     * An analysis that knows the code, and computes nothing yet.
     *
     * @param result what was read of the same traces
     */
    public AnalysisBuilder analysis(AnalysisResult result, Question question) {
        return Analysis.of(result).question(question).calls(calls).known(StackQuestion.RECORDED, new StackQuestion.Recorded(stacks))
                .known(OffCpuQuestion.SYSTEM_CALLS, systemCalls);
    }

    /** The code of single waits, in an analysis that knows it. Names are looked up when it is first asked for: long. */
    public static WaitCode waits(Analysis analysis) {
        return new WaitCode(analysis.timeline(), CodeQuestion.code(analysis));
    }
}
