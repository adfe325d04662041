/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.RangeTooLongException;
import org.bowline.core.timeline.Timeline;

/**
 * What of a range's waits is for network interfaces, or for the network between two hosts: the same for each choice of threads, so that it is looked for once where several graphs of the range are asked for. Immutable. O(waits log waits + frames) time; 12 bytes a frame and what
 * {@link NetworkWaits} keeps; nothing if neither is a part of the graph.
 */
public final class DeviceWaits {
    private final DeviceRules rules;
    private final long from;
    private final long to;
    private final @Nullable NicModel model;
    private final @Nullable Flights flights;
    private final @Nullable NetworkWaits parts;
    private final NicUse[] nics;

    private DeviceWaits(Timeline timeline, long from, long to, DeviceRules rules, Progress progress) {
        this.rules = rules;
        this.from = from;
        this.to = to;
        NicCapacities told = rules.nics();
        model = told == null ? null : new NicModel(timeline, from, to, told, progress);
        ClockErrors clocks = rules.network();
        flights = clocks == null ? null : new Flights(timeline, from, to, clocks);
        parts = model == null && flights == null ? null : new NetworkWaits(timeline, from, to, model, flights, progress);
        nics = new NicUse[model == null || parts == null ? 0 : timeline.nicCount()];
        for (int nic = 0; nic < nics.length && model != null && parts != null; nic++) {
            nics[nic] = model.use(nic, parts.waitedNanos(nic), parts.counts(nic));
        }
    }

    /**
     * Looks at a range.
     *
     * @param timeline what the threads did
     * @param fromNanos begin of the range, reference time
     * @param toNanos end of the range, exclusive; later than the begin
     * @param rules by which rules devices are a part of the graph
     * @param progress asked whether to stop
     * @throws IllegalArgumentException if the range is empty
     * @throws RangeTooLongException if it is longer than a graph can be of
     */
    public static DeviceWaits of(Timeline timeline, long fromNanos, long toNanos, DeviceRules rules, Progress progress) {
        WaitForAnalysis.check(fromNanos, toNanos);
        return new DeviceWaits(timeline, fromNanos, toNanos, rules, progress);
    }

    DeviceRules rules() {
        return rules;
    }

    long fromNanos() {
        return from;
    }

    long toNanos() {
        return to;
    }

    @Nullable
    NicModel model() {
        return model;
    }

    @Nullable
    Flights flights() {
        return flights;
    }

    @Nullable
    NetworkWaits parts() {
        return parts;
    }

    /** What each interface did; none if they are no part of the graph. */
    NicUse[] nics() {
        return nics;
    }
}
