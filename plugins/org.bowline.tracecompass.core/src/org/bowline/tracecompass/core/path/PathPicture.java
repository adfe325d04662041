/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphState;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.Cause;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.threads.EntryIds;
import org.bowline.tracecompass.core.threads.ThreadNames;

/**
 * The part of a critical path that a picture can show: the legs of a row that are as wide as a pixel, all of them; of those that are narrower and
 * begin in the same pixel the longest. So whatever is drawn is a leg, to the nanosecond, and a row has at most two per pixel. Arrows likewise: one
 * from row to row and pixel.
 */
final class PathPicture {
    /** Most arrows in an answer. */
    static final int MOST_ARROWS = 2000;
    /** A label is given to a leg that is at least as long as this part of the range. */
    private static final int LABEL_PART = 60;

    private final PathModel model;
    private final CriticalPath path;
    private final long from;
    private final long to;
    private final long pixelNanos;

    /** A picture of the range of the times, whose number is that of its pixels. */
    PathPicture(PathModel model, long[] times) {
        this.model = model;
        path = model.path();
        from = times[0];
        to = times[times.length - 1] + 1;
        pixelNanos = Math.max(1, (to - from) / times.length);
    }

    /** The states of a thread's row. */
    List<ITimeGraphState> states(int thread) {
        int[] legs = model.legs(thread);
        List<ITimeGraphState> states = new ArrayList<>();
        int best = -1;
        long bestPixel = -1;
        for (int i = firstAtOrAfter(legs, from); i < legs.length && path.start(legs[i]) < to; i++) {
            int leg = legs[i];
            long pixel = (path.start(leg) - from) / pixelNanos;
            if (path.nanos(leg) >= pixelNanos) {
                flush(states, best);
                best = -1;
                states.add(state(leg));
            } else if (best >= 0 && pixel == bestPixel) {
                if (path.nanos(leg) > path.nanos(best)) {
                    best = leg;
                }
            } else {
                flush(states, best);
                best = leg;
                bestPixel = pixel;
            }
        }
        flush(states, best);
        return states;
    }

    private void flush(List<ITimeGraphState> states, int leg) {
        if (leg >= 0) {
            states.add(state(leg));
        }
    }

    /** The first of a row's legs that ends after the time. */
    private int firstAtOrAfter(int[] legs, long timeNanos) {
        return Bisection.first(0, legs.length, i -> path.end(legs[i]) > timeNanos);
    }

    private ITimeGraphState state(int leg) {
        StateStyle style = StateStyle.of(path.state(leg), path.cause(leg));
        String label = path.nanos(leg) * LABEL_PART < to - from ? null : label(leg);
        return new TimeGraphState(path.start(leg), path.nanos(leg), style.ordinal(), label, style.style());
    }

    private @org.jspecify.annotations.Nullable String label(int leg) {
        String doubt = model.isDoubtful(leg) ? "? " : "";
        String name = path.kind(leg) == LegKind.NETWORK_TRANSIT || doubt.length() > 0 && path.target(leg) == Timeline.NONE
                ? LegTexts.name(path, leg) : ThreadNames.label(path.timeline(), path.thread(leg), path.target(leg));
        return name.isEmpty() ? null : doubt + name;
    }

    /** The arrows from leg to leg where the thread changes; those between hosts first. */
    List<ITimeGraphArrow> arrows() {
        Timeline timeline = path.timeline();
        List<ITimeGraphArrow> between = new ArrayList<>();
        List<ITimeGraphArrow> within = new ArrayList<>();
        Set<Long> drawn = new HashSet<>();
        int first = Math.max(1, model.legAt(Math.max(from, path.fromNanos())));
        for (int leg = first; leg < path.size() && path.start(leg) < to; leg++) {
            int source = path.thread(leg - 1);
            int target = path.thread(leg);
            if (source == target) {
                continue;
            }
            boolean crosses = timeline.host(source) != timeline.host(target);
            long pixel = (path.start(leg) - from) / pixelNanos;
            // rows and pixel in one number; what falls together is drawn once
            if (!drawn.add((pixel * timeline.threadCount() + source) * timeline.threadCount() + target)) {
                continue;
            }
            List<ITimeGraphArrow> list = crosses ? between : within;
            if (list.size() < MOST_ARROWS) {
                list.add(arrow(leg, source, target));
            }
        }
        for (int i = 0; i < within.size() && between.size() < MOST_ARROWS; i++) {
            between.add(within.get(i));
        }
        return between;
    }

    private ITimeGraphArrow arrow(int leg, int source, int target) {
        Timeline timeline = path.timeline();
        StateStyle style;
        long duration = 0;
        if (path.kind(leg) == LegKind.NETWORK_TRANSIT) {
            style = StateStyle.PACKET;
            duration = path.nanos(leg);
        } else if (wakes(source, target, path.start(leg))) {
            style = StateStyle.WAKE_UP;
        } else {
            style = StateStyle.GOES_ON;
        }
        return new TimeGraphArrow(EntryIds.ofThread(timeline, source), EntryIds.ofThread(timeline, target), path.start(leg), duration,
                style.style());
    }

    /** Whether the target's wait ends at that time because of the source. */
    private boolean wakes(int source, int target, long timeNanos) {
        Timeline timeline = path.timeline();
        int segment = timeline.segmentAt(target, timeNanos - 1);
        return segment != Timeline.NONE && timeline.cause(segment) == Cause.THREAD && timeline.target(segment) == source
                && timeline.end(target, segment) == timeNanos;
    }
}
