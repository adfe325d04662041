/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphState;
import org.eclipse.tracecompass.tmf.core.model.timegraph.TimeGraphState;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.model.Cause;
import org.bowline.core.order.Bisection;
import org.bowline.core.sampling.ArrowBands;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.threads.ArrowBand;
import org.bowline.tracecompass.core.threads.ThreadNames;

/**
 * The part of a critical path that a picture can show: the legs of a row that are as wide as a pixel, all of them; of those that are narrower and
 * begin in the same pixel the longest. So whatever is drawn is a leg, to the nanosecond, and a row has at most two per pixel. Arrows that can be told apart are as exact; others are
 * {@linkplain ArrowBand bands}.
 */
final class PathPicture {
    /** Most arrows in an answer. */
    static final int MOST_ARROWS = 2000;
    /** A label is given to a leg that is at least as long as this part of the range. */
    private static final int LABEL_PART = 60;

    private static final StateStyle[] STYLES = {StateStyle.WAKE_UP, StateStyle.PACKET, StateStyle.GOES_ON};
    /** So much more an arrow between hosts matters. */
    private static final long BETWEEN_HOSTS = 1_000_000;

    private final PathModel model;
    private final CriticalPath path;
    private final long from;
    private final long to;
    private final long pixelNanos;
    private final int pixels;

    /** A picture of the range of the times, whose number is that of its pixels. */
    PathPicture(PathModel model, long[] times) {
        this.model = model;
        path = model.path();
        from = times[0];
        to = times[times.length - 1] + 1;
        pixels = times.length;
        pixelNanos = Math.max(1, (to - from) / pixels);
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

    /** The arrows from leg to leg where the thread changes, as bands where they are denser than the pixels; of too many those within a host are left out first. */
    List<ITimeGraphArrow> arrows() {
        Timeline timeline = path.timeline();
        ArrowBands.Builder bands = new ArrowBands.Builder(from, to, ArrowBand.cells(pixels), timeline.threadCount());
        int first = Math.max(1, model.legAt(Math.max(from, path.fromNanos())));
        for (int leg = first; leg < path.size() && path.start(leg) < to; leg++) {
            int source = path.thread(leg - 1);
            int target = path.thread(leg);
            if (source != target) {
                int kind = kind(leg, source, target);
                bands.add(source, target, kind, path.start(leg), STYLES[kind] == StateStyle.PACKET ? path.end(leg) : path.start(leg),
                        timeline.host(source) != timeline.host(target) ? BETWEEN_HOSTS : 1);
            }
        }
        return ArrowBand.of(timeline, bands.build(MOST_ARROWS), STYLES);
    }

    private int kind(int leg, int source, int target) {
        return path.kind(leg) == LegKind.NETWORK_TRANSIT ? 1 : wakes(source, target, path.start(leg)) ? 0 : 2;
    }

    /** Whether the target's wait ends at that time because of the source. */
    private boolean wakes(int source, int target, long timeNanos) {
        Timeline timeline = path.timeline();
        int segment = timeline.segmentAt(target, timeNanos - 1);
        return segment != Timeline.NONE && timeline.cause(segment) == Cause.THREAD && timeline.target(segment) == source
                && timeline.end(target, segment) == timeNanos;
    }
}
