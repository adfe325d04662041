/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

import org.eclipse.osgi.util.NLS;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.provider.StateStyle;

/**
 * What there is to say of a moment of a thread beside its row, by name and with its parts in order: at most four, as a tooltip covers what is below it. All of it is in
 * {@link ThreadDetails}.
 */
final class Tooltips {
    private final AnalysisResult result;
    private final Timeline timeline;

    Tooltips(AnalysisResult result) {
        this.result = result;
        this.timeline = result.timeline();
    }

    /** About a moment of a thread; empty if it did not live then. */
    Map<String, String> of(int thread, long timeNanos) {
        Map<String, String> tip = new LinkedHashMap<>();
        int segment = timeline.segmentAt(thread, timeNanos);
        if (segment == Timeline.NONE) {
            return tip;
        }
        ThreadState state = timeline.state(segment);
        tip.put(Messages.tipState, state(timeline, thread, segment));
        if (state == ThreadState.BLOCKED) {
            blocked(tip, thread, segment);
        } else if (timeline.target(segment) != Timeline.NONE) {
            tip.put(Messages.tipInterrupt, ThreadNames.phrase(timeline, timeline.target(segment)));
        }
        if (timeline.cpu(segment) >= 0) {
            tip.put(timeline.isOnCpu(segment) ? Messages.tipCpu : Messages.tipLastCpu, Integer.toString(timeline.cpu(segment)));
        }
        return tip;
    }

    /** About pixels of a thread in which it did more than can be shown: what it did at that moment, and how the pixel is shared out; empty for no thread. */
    Map<String, String> ofShared(int thread, SharedState shared, long timeNanos) {
        Map<String, String> tip = new LinkedHashMap<>();
        if (thread != Timeline.NONE) {
            tip.put(Messages.tipShares, shared.told(timeNanos));
            tip.putAll(of(thread, timeNanos));
        }
        return tip;
    }

    /** About a pixel of several threads. */
    Map<String, String> ofGroup(Group group, SharedState shared, long timeNanos) {
        long living = IntStream.of(group.threads()).filter(thread -> timeline.threadStart(thread) <= timeNanos
                && timeNanos < timeline.threadEnd(thread)).count();
        Map<String, String> tip = new LinkedHashMap<>();
        tip.put(Messages.tipShares, shared.told(timeNanos));
        tip.put(Messages.tipLiving, NLS.bind(Messages.livingOf, living, group.threads().length));
        if (group.madeBy() != Timeline.NONE) {
            tip.put(Messages.tipMadeBy, ThreadNames.phrase(timeline, group.madeBy()));
        }
        return tip;
    }

    /** What a thread does in a segment, how long, and whether it still did at the end. */
    static String state(Timeline timeline, int thread, int segment) {
        String state = NLS.bind(Messages.stateFor, StateStyle.of(timeline.state(segment), timeline.cause(segment)).label(),
                TimeFormat.duration(timeline.end(thread, segment) - timeline.start(segment)));
        return timeline.isOpen(thread, segment) ? state + ", " + Messages.tipOpen : state;
    }

    private void blocked(Map<String, String> tip, int thread, int segment) {
        int target = timeline.target(segment);
        if (target != Timeline.NONE) {
            tip.put(target < timeline.threadCount() ? Messages.tipWokenBy : Messages.tipTarget, ThreadNames.phrase(timeline, target));
        }
        int link = timeline.link(segment);
        if (link == Timeline.NONE) {
            return;
        }
        if (timeline.cause(segment) == Cause.NETWORK) {
            tip.put(Messages.tipTransit, transit(result, thread, segment));
        } else if (timeline.cause(segment) == Cause.DISK) {
            tip.put(Messages.tipDisk, request(timeline, link));
        }
    }

    /** When a disk took a request, and when it had done it. */
    static String request(Timeline timeline, int request) {
        return ThreadNames.clock(timeline.requestQueued(request)) + " – " + ThreadNames.clock(timeline.requestCompleted(request));
    }

    /** How long the packet was on its way that ended a wait, and how sure that is. */
    static String transit(AnalysisResult result, int thread, int segment) {
        Timeline timeline = result.timeline();
        int packet = timeline.link(segment);
        int from = timeline.packetSender(packet) == Timeline.NONE ? timeline.target(segment) : timeline.packetSender(packet);
        String transit = TimeFormat.duration(timeline.packetReceived(packet) - timeline.packetSent(packet));
        return from == Timeline.NONE || timeline.host(from) == timeline.host(thread) ? transit
                : NLS.bind(Messages.transitWithin, transit, ClockError.text(ClockError.between(result.sync(), timeline.host(from),
                        timeline.host(thread), timeline.packetReceived(packet))));
    }
}
