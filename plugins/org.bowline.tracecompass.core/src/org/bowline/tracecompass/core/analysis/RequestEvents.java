/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.core.runtime.Platform;
import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.IntervalProposal;
import org.bowline.core.trace.IntervalProposals;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;

/**
 * The requests of an experiment: which pairs of events they are, and what is read of them. A person's choice is kept in a file of the experiment's supplementary folder, a pair a line, as
 * {@code --interval} takes it; where nobody chose, Bowline's annotations are taken, if the recording has any. What is kept is the question: the events are read again from the traces, which costs a
 * pass over those of programs.
 */
public final class RequestEvents {
    /** Name of the file. */
    public static final String FILE = "bowline-requests.txt";
    private static final Map<AnalysisResult, Proposals> PROPOSALS = Collections.synchronizedMap(new WeakHashMap<>());

    private RequestEvents() {}

    /**
     * What an experiment opens with.
     *
     * @param intervals what was read; null if there is no pair
     * @param chosen whether a person said which pairs, or that there are none
     * @param caveats what could not be read
     */
    record Taken(@Nullable RecordedIntervals intervals, boolean chosen, List<Caveat> caveats) {}

    /**
     * The pairs that a person chose, or the annotations. Traces that are gone, or that do not know the chosen pairs any more, have none; a caveat says so.
     *
     * @param file where the choice is kept; null for nowhere
     */
    static Taken take(List<Path> traces, @Nullable Path file, AnalysisResult result, Progress progress) {
        List<Caveat> caveats = new ArrayList<>();
        List<IntervalSpec> kept = file == null ? null : kept(file, caveats);
        try (Experiment experiment = TraceFiles.open(traces, progress)) {
            IntervalSpec annotated = kept == null ? IntervalProposals.annotated(experiment) : null;
            List<IntervalSpec> specs = kept != null ? kept : annotated == null ? List.of() : List.of(annotated);
            if (!specs.isEmpty()) {
                RecordedIntervals read = RecordedIntervals.of(ReadTraces.again(experiment, result), specs, progress);
                boolean worth = kept != null || read.count() > 0;
                return new Taken(worth ? read : null, kept != null, caveats);
            }
        } catch (TraceReadException | IllegalArgumentException e) { // of names that no trace has, and of other hosts
            Platform.getLog(RequestEvents.class).warn("The requests cannot be read", e);
            if (kept != null) {
                caveats.add(
                        Caveat.of(Caveat.Severity.WARNING, "", "requests-not-read", 1, NLS.bind(Messages.caveat_requests, e.getMessage())));
            }
        }
        return new Taken(null, kept != null, caveats);
    }

    /**
     * Reads the requests that pairs of events make.
     *
     * @param result what was read of these traces
     * @throws TraceReadException if a trace cannot be read any more
     * @throws org.bowline.core.trace.IntervalNames.UnknownNameException if a pair names an event or a field that no trace has; the message says what there is
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static RecordedIntervals read(List<Path> traces, AnalysisResult result, List<IntervalSpec> specs, Progress progress)
            throws TraceReadException {
        try (Experiment experiment = TraceFiles.open(traces, progress)) {
            return RecordedIntervals.of(ReadTraces.again(experiment, result), specs, progress);
        }
    }

    /**
     * What may be requests.
     *
     * @param pairs of events of programs, the best first
     * @param calls what the system calls on sockets make; none if they were not recorded. How many there are is not known before they are read
     */
    public record Proposals(List<IntervalProposal> pairs, List<IntervalSpec> calls) {
        /** Copies the lists. */
        public Proposals {
            pairs = List.copyOf(pairs);
            calls = List.copyOf(calls);
        }

        /** Whether nothing suggests itself. */
        public boolean isEmpty() {
            return pairs.isEmpty() && calls.isEmpty();
        }
    }

    /**
     * What may be requests. One pass over the traces of programs the first time; remembered as long as the result is.
     *
     * @param result what was read of these traces
     * @throws TraceReadException if a trace cannot be read any more
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static Proposals proposals(List<Path> traces, AnalysisResult result, Progress progress) throws TraceReadException {
        Proposals known = PROPOSALS.get(result);
        if (known == null) {
            try (Experiment experiment = TraceFiles.open(traces, progress)) {
                known = new Proposals(IntervalProposals.of(experiment, progress), IntervalProposals.ofKernels(experiment));
            }
            PROPOSALS.put(result, known);
        }
        return known;
    }

    /** What a person chose; null if nobody did. */
    static @Nullable List<IntervalSpec> kept(Path file, List<Caveat> caveats) {
        if (!Files.exists(file)) {
            return null;
        }
        try {
            return specs(Files.readAllLines(file));
        } catch (IOException | IllegalArgumentException e) {
            caveats.add(Caveat.of(Caveat.Severity.WARNING, "", "requests-not-read", 1, NLS.bind(Messages.caveat_requests, e.getMessage())));
            return List.of();
        }
    }

    /**
     * The pairs in lines, each as {@code --interval} takes it. Empty lines and those that begin with # say nothing.
     *
     * @throws IllegalArgumentException if a line is none; the message says what is wrong and how to write it
     */
    public static List<IntervalSpec> specs(List<String> lines) {
        return KeptLines.said(lines).stream().map(IntervalSpec::parse).distinct().toList();
    }

    /** Keeps what a person chose; no pair says that there are none. A file that cannot be written is logged. */
    static void keep(Path file, List<IntervalSpec> specs) {
        KeptLines.write(file, Messages.requests_comment, specs.stream().map(IntervalSpec::text).toList(), "The choice of requests");
    }
}
