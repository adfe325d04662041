/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.interval;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.core.timeline.Timeline;

/**
 * The intervals that begin and end facts make.
 *
 * @param intervals by begin, then end, then key
 * @param unfinished what began and was not seen to end, likewise: each with the host and the thread that began it, and with an end before which it did not end
 * @param caveats what did not make an interval, counted
 * @param work for which interval each thread worked, where programs tell it; one for each sort of intervals that was asked for
 */
public record MatchedIntervals(List<NamedInterval> intervals, List<NamedInterval> unfinished, List<Caveat> caveats,
        List<WorkLabels> work) {
    /** Of programs that do not tell for whom their threads work. */
    public MatchedIntervals(List<NamedInterval> intervals, List<NamedInterval> unfinished, List<Caveat> caveats) {
        this(intervals, unfinished, caveats, List.of());
    }

    /** All of which ended. */
    public MatchedIntervals(List<NamedInterval> intervals, List<Caveat> caveats) {
        this(intervals, List.of(), caveats);
    }

    /** The same with one more caveat. */
    public MatchedIntervals with(Caveat caveat) {
        List<Caveat> more = new ArrayList<>(caveats);
        more.add(caveat);
        return new MatchedIntervals(intervals, unfinished, List.copyOf(more), work);
    }

    /** The same with what threads tell of whom they work for. */
    public MatchedIntervals with(WorkLabels labels) {
        return new MatchedIntervals(intervals, unfinished, caveats, labels.isEmpty() ? List.of() : List.of(labels));
    }

    /** Who worked for an interval; null if no program tells it. */
    public WorkLabels.@Nullable Work work(NamedInterval interval) {
        for (WorkLabels labels : work) {
            WorkLabels.Work found = labels.of(interval);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /**
     * Those of some sorts that lie in a range, in order of time. What lies outside of the timeline is counted; what lies outside of a range that
     * the user chose is not.
     *
     * @param fromNanos begin of the range, reference time
     * @param toNanos its end; intervals may end at it
     */
    public static MatchedIntervals within(List<MatchedIntervals> sorts, Timeline timeline, long fromNanos, long toNanos) {
        List<NamedInterval> all = new ArrayList<>();
        List<NamedInterval> unfinished = new ArrayList<>();
        List<Caveat> caveats = new ArrayList<>();
        boolean waits = timeline.segmentCount() > 0;
        long outside = 0;
        for (MatchedIntervals matched : sorts) {
            // of a host without a kernel trace it is said that no thread is known
            matched.caveats().stream().filter(caveat -> waits || !caveat.kind().equals("interval-thread-unknown"))
                    .forEach(caveats::add);
            for (NamedInterval one : matched.intervals()) {
                if (one.beginNanos() >= fromNanos && one.endNanos() <= toNanos) {
                    all.add(one);
                }
                outside += waits && (one.beginNanos() < timeline.startNanos() || one.endNanos() > timeline.endNanos()) ? 1 : 0;
            }
            // they end after any range; those that began in this one are its own
            matched.unfinished().stream().filter(one -> one.beginNanos() >= fromNanos && one.beginNanos() < toNanos)
                    .forEach(unfinished::add);
        }
        if (outside > 0) {
            caveats.add(Caveat.of(Caveat.Severity.WARNING, "", "interval-outside", outside, String.format(Locale.ROOT,
                    "%d intervals began before the kernel traces or ended after them; they are left out. Start the recording of the kernel"
                            + " first, and stop it last.",
                    outside)));
        }
        all.sort(NamedInterval.BY_TIME);
        unfinished.sort(NamedInterval.BY_TIME);
        return new MatchedIntervals(List.copyOf(all), List.copyOf(unfinished), List.copyOf(caveats),
                sorts.stream().flatMap(sort -> sort.work().stream()).toList());
    }
}
