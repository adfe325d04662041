/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.LinkedHashMap;
import java.util.Map;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.provider.StateStyle;

/** What there is to say about a moment of a thread, by name and with its parts in order. */
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
        tip.put(Messages.tipThread, ThreadNames.phrase(timeline, thread));
        if (timeline.pid(thread) > 0 && timeline.pid(thread) != timeline.tid(thread)) {
            tip.put(Messages.tipProcess, Integer.toString(timeline.pid(thread)));
        }
        ThreadState state = timeline.state(segment);
        tip.put(Messages.tipState, StateStyle.of(state, timeline.cause(segment)).label());
        String duration = TimeFormat.duration(timeline.end(thread, segment) - timeline.start(segment));
        tip.put(Messages.tipDuration, timeline.isOpen(thread, segment) ? duration + ", " + Messages.tipOpen : duration);
        if (state == ThreadState.BLOCKED) {
            blocked(tip, thread, segment);
        } else if (timeline.target(segment) != Timeline.NONE) {
            tip.put(Messages.tipInterrupt, ThreadNames.phrase(timeline, timeline.target(segment)));
        }
        if (timeline.cpu(segment) >= 0) {
            tip.put(state.isOnCpu() ? Messages.tipCpu : Messages.tipLastCpu, Integer.toString(timeline.cpu(segment)));
        }
        return tip;
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
            packet(tip, link, timeline.packetSender(link) == Timeline.NONE ? target : timeline.packetSender(link), thread);
        } else if (timeline.cause(segment) == Cause.DISK) {
            tip.put(Messages.tipDisk, TimeFormat.timeOfDay(timeline.requestQueued(link)) + " – "
                    + TimeFormat.timeOfDay(timeline.requestCompleted(link)));
        }
    }

    private void packet(Map<String, String> tip, int packet, int from, int to) {
        tip.put(Messages.tipSent, TimeFormat.timeOfDay(timeline.packetSent(packet)));
        tip.put(Messages.tipTransit, TimeFormat.duration(timeline.packetReceived(packet) - timeline.packetSent(packet)));
        if (from != Timeline.NONE && timeline.host(from) != timeline.host(to)) {
            tip.put(Messages.tipClockError, ClockError.text(
                    ClockError.between(result.sync(), timeline.host(from), timeline.host(to), timeline.packetReceived(packet))));
        }
    }

    /** About an arrow. */
    Map<String, String> ofArrow(int from, int to, long startNanos, long durationNanos) {
        Map<String, String> tip = new LinkedHashMap<>();
        tip.put(Messages.tipFrom, ThreadNames.phrase(timeline, from));
        tip.put(Messages.tipTo, ThreadNames.phrase(timeline, to));
        if (durationNanos > 0) {
            tip.put(Messages.tipTransit, TimeFormat.duration(durationNanos));
        }
        if (timeline.host(from) != timeline.host(to)) {
            tip.put(Messages.tipClockError,
                    ClockError.text(ClockError.between(result.sync(), timeline.host(from), timeline.host(to), startNanos)));
        }
        return tip;
    }
}
