/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.Version;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.files.FileFailure;
import org.bowline.core.finding.NextStep;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.Recorded;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.analyses.RunPage;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Format;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.view.AnalysedRange;

/** Writes the reports of a range, as {@code bowline analyze -o DIR} does: all of them, or none. */
final class ReportJob {
    /** Caveats of what Trace Compass shows, not of the results. */
    private static final Set<String> OF_TRACE_COMPASS = Set.of("not-ctf", "not-synchronised");

    private ReportJob() {}

    /** The directories of an experiment's CTF traces. */
    static List<Path> traces(ITmfTrace trace) {
        List<Path> paths = new ArrayList<>();
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            Path path = Path.of(member.getPath());
            if (CtfTrace.isTrace(path)) {
                paths.add(path);
            }
        }
        return paths;
    }

    /**
     * Writes.
     *
     * @throws IOException if a file cannot be written, or the metadata of a trace cannot be read any more
     * @throws org.bowline.core.progress.CancelledException if it was to stop; then nothing is written
     */
    static ReportDirectory.Outcome write(AnalysedRange range, Path directory, Format format, Progress progress) throws IOException {
        AnalysisResult result = range.result();
        try (ReportDirectory reports = RunFiles.prepare(directory, progress)) {
            // a view may have the graph already
            Analysis shown = range.analysis(WaitOrigins.ALL).with(progress);
            Question question = range.ofWork().with(Merging.MERGE, range.merge()).with(NextStep.CALL,
                    new NextStep.Call("bowline", "bowline-record", traces(range.trace()).stream().map(Path::toString).toList()));
            // the work is where the requests are, if it is known which these are
            WaitAnalysisModule module = WaitAnalysisModule.of(range.trace());
            RecordedIntervals requests = module == null ? null : module.requests();
            AnalysisBuilder asked = requests == null ? Analysis.of(result).question(question) : requests.analysis(result, question);
            Analysis analysis = range.ruleEvents(progress).into(asked).known(Analysis.GRAPH, shown.graph())
                    .known(Analysis.HIERARCHY, shown.hierarchy())
                    .caveats(known(requests == null ? result.caveats() : requests.caveats())).recorded(recorded(range.trace(), progress))
                    .progress(progress).build();
            RunFiles.write(analysis, reports, format);
            RunPage.write(analysis, RunPage.title(traces(range.trace())), version(), reports);
            return reports.commit();
        }
    }

    /** Tells a person that nothing could be written, and why. */
    static String failed(Path directory, Throwable cause) {
        return NLS.bind(Messages.Export_Failed, directory,
                cause instanceof IOException refused ? FileFailure.reason(refused) : String.valueOf(cause.getMessage()));
    }

    private static List<Caveat> known(List<Caveat> caveats) {
        return caveats.stream().filter(caveat -> !OF_TRACE_COMPASS.contains(caveat.kind())).toList();
    }

    private static String version() {
        Version version = FrameworkUtil.getBundle(ReportJob.class).getVersion();
        return version.getMajor() + "." + version.getMinor() + "." + version.getMicro()
                + (version.getQualifier().isEmpty() ? "" : "-SNAPSHOT");
    }

    private static List<Recorded> recorded(ITmfTrace trace, Progress progress) throws IOException {
        try (Experiment experiment = Experiment.open(traces(trace), OpenOptions.DEFAULT, progress)) {
            return experiment.recorded();
        } catch (TraceReadException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
