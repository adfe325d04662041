/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import picocli.CommandLine.Option;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.IntervalNames;
import org.bowline.core.analysis.IntervalSpec;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.study.Study;

/** Which pairs of events are the units of work. */
final class IntervalOptions {
    @Option(names = "--interval", paramLabel = "SPEC", converter = IntervalArgument.Converter.class,
            description = "begin=EVENT,end=EVENT,key=FIELD,label=FIELD: pairs of events with the same key, on any threads or "
                    + "hosts, make intervals; "
                    + "their label names the sort. Without a key the pairs are on one thread; without a label it is the name of "
                    + "the begin event. "
                    + "May be given several times.") private List<IntervalArgument> intervals = new ArrayList<>();

    /** The paths of intervals and what they do not know. */
    record Found(IntervalPaths paths, List<Caveat> caveats) {}

    boolean given() {
        return !intervals.isEmpty();
    }

    /** What is asked for. */
    List<IntervalSpec> specs() {
        return intervals.stream().map(IntervalArgument::spec).toList();
    }

    /** Finds the intervals that lie in the range, and the critical path of each. */
    Found find(Analysis analysis, RangeOptions.Range range, Progress progress) throws IOException {
        MatchedIntervals matched = match(analysis, range, progress);
        IntervalPaths paths = IntervalPaths.of(analysis.timeline(), matched, progress);
        List<Caveat> caveats = new ArrayList<>(matched.caveats());
        caveats.addAll(paths.caveats());
        return new Found(paths, caveats);
    }

    /**
     * Finds the intervals that lie in the range.
     *
     * @throws Failure of usage if an event or a field is in no trace
     */
    MatchedIntervals match(Analysis analysis, RangeOptions.Range range, Progress progress) throws IOException {
        IntervalNames names = new IntervalNames(analysis.experiment());
        for (IntervalSpec spec : specs()) {
            try {
                names.check(spec);
            } catch (IntervalNames.UnknownNameException e) {
                throw Failure.usage("--interval " + e.getMessage());
            }
        }
        return Study.intervals(analysis, specs(), range.fromNanos(), range.toNanos(), progress);
    }
}
