/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.requests;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.bowline.core.interval.Latencies;
import org.bowline.core.interval.LatencyHistogram;
import org.bowline.core.interval.NamedInterval;

/**
 * Requests as points: when each began, and how long it took, on an axis of equal ratios; how many are how long lies along the same axis. Places are shares of the axes, from 0 to 1. Immutable.
 *
 * @param requests in order of time
 * @param fromNanos begin of the axis of time, reference time
 * @param toNanos its end
 * @param histogram how many of those that ended are how long; tells the axis of lengths
 * @param latencies how long they took, those included that did not end
 */
public record RequestScene(List<Request> requests, long fromNanos, long toNanos, LatencyHistogram histogram, Latencies latencies) {
    /** Above and below the points there is room, a factor. */
    private static final double ROOM = 1.2;

    /**
     * The points of some requests.
     *
     * @param some any; may be none
     * @param fromNanos begin of the range
     * @param toNanos its end, later
     * @param steps of the histogram
     */
    public static RequestScene of(List<Request> some, long fromNanos, long toNanos, int steps) {
        List<Request> requests = new ArrayList<>(some);
        requests.sort(Comparator.comparing(Request::interval, NamedInterval.BY_TIME));
        long[] ended = some.stream().filter(Request::hasEnded).mapToLong(one -> one.interval().nanos()).toArray();
        long[] open = some.stream().filter(one -> !one.hasEnded()).mapToLong(one -> one.interval().nanos()).toArray();
        long least = some.stream().mapToLong(one -> one.interval().nanos()).min().orElse(1);
        long most = some.stream().mapToLong(one -> one.interval().nanos()).max().orElse(1);
        return new RequestScene(List.copyOf(requests), fromNanos, toNanos,
                new LatencyHistogram(ended, (long) (least / ROOM), (long) Math.min(Long.MAX_VALUE, most * ROOM), steps),
                Latencies.of(ended, open));
    }

    /** When a request began. */
    public double x(Request of) {
        return (double) (of.interval().beginNanos() - fromNanos) / Math.max(1, toNanos - fromNanos);
    }

    /** How long it took. */
    public double y(Request of) {
        return histogram.place((double) of.interval().nanos());
    }

    /**
     * The request nearest to a place; null if none is near. O(requests).
     *
     * @param width pixels of the axis of time
     * @param height pixels of the axis of lengths
     * @param near so many pixels away at most
     */
    public @Nullable Request nearest(double x, double y, double width, double height, double near) {
        Request best = null;
        double nearest = near;
        for (Request one : requests) {
            double distance = Math.hypot((x(one) - x) * width, (y(one) - y) * height);
            if (distance <= nearest) {
                nearest = distance;
                best = one;
            }
        }
        return best;
    }

    /** The one after another in time, or before it; the first or the last if there is no other. Null if there is none at all. */
    public @Nullable Request next(@Nullable Request of, int step) {
        if (requests.isEmpty()) {
            return null;
        }
        int at = of == null ? step > 0 ? -1 : requests.size() : requests.indexOf(of);
        return requests.get(Math.max(0, Math.min(requests.size() - 1, at + step)));
    }
}
