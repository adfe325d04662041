/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.report.analyses.Descriptors;
import org.bowline.runs.ResultDirectory;
import org.bowline.runs.RunFacts;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.TraceFiles;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/** Where runs that are compared come from. */
public sealed interface RunSource {
    /** A few words for people. */
    String name();

    /** The runs in it, at least one, each a source by itself. Reads folders, but no results. */
    List<RunSource> runs() throws IOException;

    /**
     * The figures of a single run. Long: not for the UI thread.
     *
     * @throws IOException if it cannot be read; the message is a sentence for people
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    RunFacts read(Progress progress) throws IOException;

    /**
     * A folder of results, or one that holds such folders, a run each.
     *
     * @param path of the folder
     */
    record Folder(Path path) implements RunSource {
        @Override
        public String name() {
            Path last = path.getFileName();
            return last == null ? path.toString() : last.toString();
        }

        @Override
        public List<RunSource> runs() throws IOException {
            if (ResultDirectory.is(path)) {
                return List.of(this);
            }
            List<Path> within = Files.isDirectory(path) ? within() : List.of();
            if (within.isEmpty()) {
                throw new IOException(NLS.bind(Messages.noResults, path));
            }
            return within.stream().<RunSource>map(Folder::new).toList();
        }

        private List<Path> within() throws IOException {
            try {
                return ResultDirectory.within(path);
            } catch (IOException e) {
                throw new IOException(NLS.bind(Messages.unreadable, path, e.getMessage()), e);
            }
        }

        @Override
        public RunFacts read(Progress progress) throws IOException {
            return ResultDirectory.read(path);
        }
    }

    /**
     * An open experiment: the work in it, whatever range the views show, with the requests that were chosen for it.
     *
     * @param trace the experiment
     */
    record Recording(ITmfTrace trace) implements RunSource {
        @Override
        public String name() {
            return trace.getName();
        }

        @Override
        public List<RunSource> runs() {
            return List.of(this);
        }

        @Override
        public RunFacts read(Progress progress) throws IOException {
            WaitAnalysisModule module = WaitAnalysisModule.of(trace);
            if (module == null) {
                throw new IOException(NLS.bind(Messages.noAnalysis, name()));
            }
            module.start();
            boolean ended = module.waitForCompletion();
            AnalysisResult result = module.result();
            if (!ended || result == null) {
                throw new IOException(NLS.bind(Messages.notRead, name(), module.failure()));
            }
            return facts(name(), result, module.requests(), module.options(), TraceFiles.symbols(trace, module.options().programs()),
                    progress);
        }
    }

    /** The figures of the work in what was read of a recording. */
    static RunFacts facts(String name, AnalysisResult result, @Nullable RecordedIntervals requests, GivenOptions options,
            List<Path> symbols, Progress progress) {
        Question work = options.in(Question.WORK).with(FunctionQuestion.SYMBOLS, symbols);
        AnalysisBuilder asked = requests == null ? Analysis.of(result).question(work) : requests.analysis(result, work);
        Analysis analysis = asked.progress(progress).build();
        return RunFacts.of(name, analysis, Descriptors.installed().caveats(analysis));
    }
}
