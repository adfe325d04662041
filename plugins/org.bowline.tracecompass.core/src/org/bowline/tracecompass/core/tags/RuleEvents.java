/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.tags;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.AnalysisBuilder;
import org.bowline.core.analysis.Needs;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.runnable.PriorityLog;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;
import org.bowline.tracecompass.core.analysis.TraceFiles;

/**
 * What rules want of the traces that are told where modules belong: the modules that threads were in, and the priorities of threads. Nobody else wants it, so it is read when such a rule runs, in a pass over the
 * traces for each, and remembered as long as the result is. Immutable.
 */
public final class RuleEvents {
    /** Nothing was wanted. */
    public static final RuleEvents NONE = new RuleEvents(null, null, List.of());
    private static final Map<AnalysisResult, PriorityLog> PRIORITIES = Collections.synchronizedMap(new WeakHashMap<>());

    private final TagEvents.@Nullable Read tags;
    private final @Nullable PriorityLog priorities;
    private final List<Caveat> caveats;

    private RuleEvents(TagEvents.@Nullable Read tags, @Nullable PriorityLog priorities, List<Caveat> caveats) {
        this.tags = tags;
        this.priorities = priorities;
        this.caveats = List.copyOf(caveats);
    }

    /**
     * Reads what a question needs, or takes what was read before. Long: not for the UI thread.
     *
     * @param file where it is kept which events are tags; null for nowhere
     * @param result what was read of these traces
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static RuleEvents read(List<Path> traces, @Nullable Path file, AnalysisResult result, Question question, Progress progress) {
        List<Caveat> caveats = new ArrayList<>();
        TagEvents.Read tags = question.needs(Needs.What.TAGS) ? TagEvents.read(traces, file, result, progress) : null;
        if (tags != null) {
            caveats.addAll(tags.caveats());
        }
        PriorityLog priorities = question.needs(Needs.What.PRIORITIES) ? priorities(traces, result, caveats, progress) : null;
        return tags == null && priorities == null ? NONE : new RuleEvents(tags, priorities, caveats);
    }

    private static PriorityLog priorities(List<Path> traces, AnalysisResult result, List<Caveat> caveats, Progress progress) {
        PriorityLog known = PRIORITIES.get(result);
        if (known != null) {
            return known;
        }
        try (Experiment experiment = TraceFiles.open(traces, progress)) {
            PriorityLog read = ReadTraces.again(experiment, result).priorities(progress);
            PRIORITIES.put(result, read);
            return read;
        } catch (TraceReadException | IllegalArgumentException e) { // of other hosts
            caveats.add(Caveat.of(Caveat.Severity.WARNING, "", "priorities-not-read", 1,
                    NLS.bind(Messages.caveat_priorities, e.getMessage())));
            return PriorityLog.EMPTY;
        }
    }

    /** Gives an analysis what was read. */
    public AnalysisBuilder into(AnalysisBuilder builder) {
        if (tags != null) {
            builder.tags(tags.log());
        }
        if (priorities != null) {
            builder.known(TagQuestion.PRIORITIES, priorities);
        }
        return builder;
    }

    /** Why something could not be read. */
    public List<Caveat> caveats() {
        return caveats;
    }
}
