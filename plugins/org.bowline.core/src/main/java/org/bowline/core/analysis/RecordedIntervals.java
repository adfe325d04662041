/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.WorkRange;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.ReadTraces;
import org.bowline.core.trace.Recorded;
import org.bowline.core.trace.RecordedCalls;
import org.bowline.ctf.TraceReadException;

/**
 * What was read of the units of work in a recording, and what is read with them: enough for analyses of any range, after the traces are closed.
 *
 * @param specs which pairs of events they are
 * @param sorts the intervals of each pair, in the whole recording
 * @param calls the calls of functions; null if none were recorded, or it is not known what threads did
 * @param recorded what the traces of each host can tell, in the order of the hosts
 * @param caveats all that is not known of the recording after this was read
 */
public record RecordedIntervals(List<IntervalSpec> specs, List<MatchedIntervals> sorts, @Nullable RecordedCalls calls,
        List<Recorded> recorded,
        List<Caveat> caveats) {
    /** Copies the lists. */
    public RecordedIntervals {
        specs = List.copyOf(specs);
        sorts = List.copyOf(sorts);
        recorded = List.copyOf(recorded);
        caveats = List.copyOf(caveats);
    }

    /**
     * Reads them. O(events of the traces that know the pairs).
     *
     * @param read the traces, open
     * @throws TraceReadException if a trace cannot be read any more
     * @throws org.bowline.core.trace.IntervalNames.UnknownNameException if a pair names an event or a field that no trace has; the message says what there is
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static RecordedIntervals of(ReadTraces read, List<IntervalSpec> specs, Progress progress) throws TraceReadException {
        List<MatchedIntervals> sorts = read.intervals(specs, progress);
        RecordedCalls calls = read.calls(progress);
        return new RecordedIntervals(specs, sorts, calls, read.experiment().recorded(), read.caveats());
    }

    /** The same with more folders in which the programs may have been kept, looked into before those beside the traces. */
    public RecordedIntervals with(List<Path> folders) {
        return new RecordedIntervals(specs, sorts, calls == null ? null : calls.with(folders), recorded, caveats);
    }

    /** How many began and ended, in the whole recording. */
    public int count() {
        return sorts.stream().mapToInt(sort -> sort.intervals().size()).sum();
    }

    /**
     * An analysis of these intervals that computes nothing yet.
     *
     * @param result what was read of the same traces
     * @param question its pairs of events are these, whatever it says
     */
    public AnalysisBuilder analysis(AnalysisResult result, Question question) {
        List<Caveat> all = new ArrayList<>(result.caveats());
        caveats.stream().filter(caveat -> !all.contains(caveat)).forEach(all::add);
        all.sort(Comparator.comparing(Caveat::severity).reversed());
        AnalysisBuilder builder = Analysis.of(result).caveats(all).recorded(recorded).question(question.about(specs, question.part()));
        into(builder, result.timeline(), question);
        return builder;
    }

    /** Gives them to an analysis of a question. */
    void into(AnalysisBuilder builder, Timeline timeline, Question question) {
        boolean waits = timeline.segmentCount() > 0;
        // without a kernel trace the lengths of intervals are known all the same, whenever they were
        MatchedIntervals matched = IntervalLabels.chosen(MatchedIntervals.within(sorts, timeline,
                waits && question.fromNanos() == Long.MIN_VALUE ? timeline.startNanos() : question.fromNanos(),
                waits && question.toNanos() == Long.MAX_VALUE ? timeline.endNanos() : question.toNanos()), question);
        if (question.part() != Question.Part.ALL || !waits) {
            builder.work(WorkRange.of(matched.intervals().isEmpty() && !waits ? matched.unfinished() : matched.intervals()));
            if (matched.intervals().isEmpty() && question.part() == Question.Part.INTERVALS) {
                matched = matched.with(Caveat.of(Caveat.Severity.WARNING, "", "no-interval", 0,
                        "There is no interval, so all figures are of the whole recording and not of the time in which the work was done."
                                + " See whether the load ran while it was recorded."));
            }
        }
        builder.intervals(matched).calls(calls);
    }
}
