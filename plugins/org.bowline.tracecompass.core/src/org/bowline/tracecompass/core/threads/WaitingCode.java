/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedCode;
import org.bowline.core.model.Caveat;
import org.bowline.core.offcpu.WaitCode;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.TraceFiles;

/**
 * The code that the threads of an experiment waited in, read from its traces when somebody asks for it, once: what the desktop keeps of an experiment has no call stacks, functions and system calls. Remembered as long as
 * the result is.
 */
public final class WaitingCode {
    private static final WaitCode.Chain NOT_KNOWN = new WaitCode.Chain(List.of(), "", List.of());
    private static final Map<AnalysisResult, WaitingCode> READ = Collections.synchronizedMap(new WeakHashMap<>());

    private final @Nullable RecordedCode recorded;
    private final @Nullable WaitCode waits;
    private final List<Caveat> caveats;

    private WaitingCode(@Nullable RecordedCode recorded, @Nullable WaitCode waits, List<Caveat> caveats) {
        this.recorded = recorded;
        this.waits = waits;
        this.caveats = List.copyOf(caveats);
    }

    /** What was read before; null if nothing was. */
    public static @Nullable WaitingCode known(AnalysisResult result) {
        return READ.get(result);
    }

    /**
     * Reads it, or takes what was read before. Up to three passes over the traces: not for the UI thread. Of traces that are gone nothing is known, and a caveat says so.
     *
     * @param result what was read of these traces
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static WaitingCode read(List<Path> traces, AnalysisResult result, Progress progress) {
        WaitingCode before = READ.get(result);
        if (before != null) {
            return before;
        }
        WaitingCode read;
        try (Experiment experiment = TraceFiles.open(traces, progress)) {
            read = of(RecordedCode.of(ReadTraces.again(experiment, result), progress), result, progress);
        } catch (TraceReadException | IllegalArgumentException e) { // of other hosts
            read = new WaitingCode(null, null,
                    List.of(Caveat.of(Caveat.Severity.WARNING, "", "code-not-read", 1, NLS.bind(Messages.caveatCode, e.getMessage()))));
        }
        READ.put(result, read);
        return read;
    }

    private static WaitingCode of(RecordedCode recorded, AnalysisResult result, Progress progress) {
        if (recorded.isEmpty()) {
            return new WaitingCode(recorded, null, List.of());
        }
        Analysis analysis = recorded.analysis(result, Question.ALL).progress(progress).build();
        List<Caveat> ofNames = analysis.caveats(CodeQuestion.results(analysis)).stream()
                .filter(caveat -> !result.caveats().contains(caveat)).toList();
        return new WaitingCode(recorded, RecordedCode.waits(analysis), ofNames);
    }

    /**
     * The code of the wait that a blocked segment of a thread is; empty if it is not known. Quick.
     *
     * @throws IndexOutOfBoundsException if there is no such thread or segment
     */
    synchronized WaitCode.Chain of(int thread, int segment) {
        return waits == null ? NOT_KNOWN : waits.of(thread, segment);
    }

    /**
     * An analysis that knows the code, and computes nothing yet.
     *
     * @param result what was read of the same traces
     */
    public Analysis analysis(AnalysisResult result, Question question, Progress progress) {
        AnalysisBuilder builder = recorded == null ? Analysis.of(result).question(question) : recorded.analysis(result, question);
        return builder.progress(progress).build();
    }

    /** What is not known of it: of names, and whether it could be read. */
    public List<Caveat> caveats() {
        return caveats;
    }
}
