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
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;

/** Which pairs of events are the units of work. */
final class IntervalOptions {
    @Option(names = "--interval", paramLabel = "SPEC", converter = IntervalArgument.Converter.class,
            description = "begin=EVENT,end=EVENT,key=FIELD,label=FIELD: pairs of events with the same key, on any threads or "
                    + "hosts, make intervals; "
                    + "their label names the sort. Without a key the pairs are on one thread; without a label it is the name of "
                    + "the begin event. "
                    + "May be given several times.") private List<IntervalArgument> intervals = new ArrayList<>();

    /** Intervals and what is not known of them. */
    record Matched(List<NamedInterval> intervals, List<Caveat> caveats) {
        /** If none are asked for. */
        static final Matched NONE = new Matched(List.of(), List.of());
    }

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
        return paths(analysis, match(analysis, range, progress), progress);
    }

    /** The critical path of each interval. */
    static Found paths(Analysis analysis, Matched matched, Progress progress) {
        IntervalPaths paths = IntervalPaths.of(analysis.timeline(), matched.intervals(), progress);
        List<Caveat> caveats = new ArrayList<>(matched.caveats());
        caveats.addAll(paths.caveats());
        return new Found(paths, caveats);
    }

    /** Finds the intervals that lie in the range. */
    Matched match(Analysis analysis, RangeOptions.Range range, Progress progress) throws IOException {
        if (!given()) {
            return Matched.NONE;
        }
        List<NamedInterval> all = new ArrayList<>();
        List<Caveat> caveats = new ArrayList<>();
        IntervalNames names = new IntervalNames(analysis.experiment());
        for (IntervalArgument interval : intervals) {
            try {
                names.check(interval.spec());
            } catch (IntervalNames.UnknownNameException e) {
                throw Failure.usage("--interval " + e.getMessage());
            }
        }
        for (IntervalArgument interval : intervals) {
            MatchedIntervals matched = analysis.intervals(interval.spec(), progress);
            caveats.addAll(matched.caveats());
            for (NamedInterval one : matched.intervals()) {
                if (one.beginNanos() >= range.fromNanos() && one.endNanos() <= range.toNanos()) {
                    all.add(one);
                }
            }
        }
        return new Matched(all, caveats);
    }
}
