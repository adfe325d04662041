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

    private final List<Path> programs;
    private final @Nullable RecordedCode recorded;
    private final @Nullable WaitCode waits;
    private final List<Caveat> caveats;

    private WaitingCode(List<Path> programs, @Nullable RecordedCode recorded, @Nullable WaitCode waits, List<Caveat> caveats) {
        this.programs = List.copyOf(programs);
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
     * @param programs folders in which the programs may have been kept, beside those that are beside the traces; with others the names are looked up again, and nothing is read
     * @param result what was read of these traces
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static WaitingCode read(List<Path> traces, List<Path> programs, AnalysisResult result, Progress progress) {
        WaitingCode before = READ.get(result);
        if (before != null && before.programs.equals(programs)) {
            return before;
        }
        WaitingCode read = before != null && before.recorded != null ? of(before.recorded, programs, result, progress)
                : fromTraces(traces, programs, result, progress);
        READ.put(result, read);
        return read;
    }

    private static WaitingCode fromTraces(List<Path> traces, List<Path> programs, AnalysisResult result, Progress progress) {
        try (Experiment experiment = TraceFiles.open(traces, progress)) {
            return of(RecordedCode.of(ReadTraces.again(experiment, result), progress), programs, result, progress);
        } catch (TraceReadException | IllegalArgumentException e) { // of other hosts
            return new WaitingCode(programs, null, null,
                    List.of(Caveat.of(Caveat.Severity.WARNING, "", "code-not-read", 1, NLS.bind(Messages.caveatCode, e.getMessage()))));
        }
    }

    private static WaitingCode of(RecordedCode recorded, List<Path> programs, AnalysisResult result, Progress progress) {
        if (recorded.isEmpty()) {
            return new WaitingCode(programs, recorded, null, List.of());
        }
        Analysis analysis = recorded.with(programs).analysis(result, Question.ALL).progress(progress).build();
        List<Caveat> ofNames = analysis.caveats(CodeQuestion.results(analysis)).stream()
                .filter(caveat -> !result.caveats().contains(caveat)).toList();
        return new WaitingCode(programs, recorded, RecordedCode.waits(analysis), ofNames);
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
        AnalysisBuilder builder = recorded == null ? Analysis.of(result).question(question)
                : recorded.with(programs).analysis(result, question);
        return builder.progress(progress).build();
    }

    /** Whether its names were looked up in these folders beside those that are beside the traces. */
    public boolean isNamedBy(List<Path> folders) {
        return programs.equals(folders);
    }

    /** What is not known of it: of names, and whether it could be read. */
    public List<Caveat> caveats() {
        return caveats;
    }
}
