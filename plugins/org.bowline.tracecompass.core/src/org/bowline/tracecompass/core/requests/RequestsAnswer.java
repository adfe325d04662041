/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.requests;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.FoldedPaths;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.IntervalPaths.OfInterval;
import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.PathDifferences;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.tracecompass.core.analysis.RequestEvents;

/** What the view Requests shows of a range. Immutable. */
public sealed interface RequestsAnswer {
    /** Slow are those from this percentile on, as {@code bowline requests} has it where nothing is said. */
    int SLOW_PERCENT = 99;

    /**
     * It is not known which events are the requests.
     *
     * @param proposals which may be
     * @param chosen whether a person said that there are none
     */
    record Unknown(RequestEvents.Proposals proposals, boolean chosen) implements RequestsAnswer {}

    /**
     * The requests in a range.
     *
     * @param analysis what was asked; tells the range
     * @param chosen whether a person said which they are
     * @param labels by label
     * @param requests the slowest first; those that did not end among them
     * @param differences what the slow ones of each label spend more time on
     * @param caveats what is not known of the recording and of the requests, the most severe first
     */
    record Known(Analysis analysis, boolean chosen, List<LabelStatistics> labels, List<Request> requests, PathDifferences differences,
            List<Caveat> caveats) implements RequestsAnswer {
        /** Copies the lists. */
        public Known {
            labels = List.copyOf(labels);
            requests = List.copyOf(requests);
            caveats = List.copyOf(caveats);
        }

        /** Those of some labels, the slowest first; of all if none is named. */
        public List<Request> of(Set<String> some) {
            return some.isEmpty() ? requests : requests.stream().filter(one -> some.contains(one.interval().label())).toList();
        }

        /** How many of a label ended in a second of the range. */
        public double perSecond(LabelStatistics label) {
            long range = analysis.rangeNanos();
            return range <= 0 ? 0 : label.count() * 1e9 / range;
        }
    }

    /**
     * Finds the requests of a range and their paths. Long: not for the UI thread.
     *
     * @param read what was read of them
     * @param chosen whether a person said which they are
     * @param question of the work: without a range the work in the whole recording, as the command line takes it
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    static Known of(AnalysisResult result, RecordedIntervals read, boolean chosen, Question question, Progress progress) {
        Analysis analysis = read.analysis(result, question).progress(progress).build();
        IntervalPaths paths = analysis.get(Analysis.INTERVALS);
        PathDifferences differences = PathDifferences.of(FoldedPaths.names(analysis), paths, SLOW_PERCENT, progress);
        List<Request> requests = new ArrayList<>();
        paths.paths().forEach(path -> requests.add(request(analysis.timeline(), path, true)));
        paths.unfinished().forEach(one -> requests.add(request(analysis.timeline(), new OfInterval(one, List.of()), false)));
        requests.sort(Request.SLOWEST);
        List<Caveat> caveats = new ArrayList<>(analysis.caveats(List.of(Analysis.INTERVALS)));
        caveats.addAll(differences.caveats());
        caveats.sort(Comparator.comparing(Caveat::severity).reversed());
        return new Known(analysis, chosen, paths.labels(), requests, differences, caveats);
    }

    private static Request request(Timeline timeline, OfInterval path, boolean hasEnded) {
        NamedInterval of = path.interval();
        return new Request(path, hasEnded, timeline.hostName(of.host()), of.thread() == Timeline.NONE ? "" : timeline.name(of.thread()));
    }
}
