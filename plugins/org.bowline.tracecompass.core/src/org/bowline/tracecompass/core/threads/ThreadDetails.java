/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.WaitCode;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.provider.StateStyle;

/**
 * All there is to say of a moment of a thread: what it did, since when and how long, who or what ended that and what that one did meanwhile, and what the thread did before and after.
 *
 * @param thread the thread, as sentences call it
 * @param lines by what they tell
 */
public record ThreadDetails(String thread, List<Line> lines) {
    private static final String ARROW = " \u2192 ";
    /** So many states before and after. */
    private static final int AROUND = 3;
    /** So many sorts of states of whoever was waited for. */
    private static final int MEANWHILE = 3;

    /**
     * A line.
     *
     * @param label what it tells
     * @param value what there is to tell
     * @param goal where it can be looked at; null for nowhere
     */
    public record Line(String label, String value, @Nullable Goal goal) {}

    /**
     * A moment of a thread.
     *
     * @param thread its number in the timeline
     * @param nanos the moment, reference time
     */
    public record Goal(int thread, long nanos) {}

    /** Copies the list. */
    public ThreadDetails {
        lines = List.copyOf(lines);
    }

    /**
     * Of a moment; null if the thread did not live then. Takes time in proportion to what the one did who was waited for, while it was.
     *
     * @param code in which code threads waited; null if that was not read yet
     */
    public static @Nullable ThreadDetails of(AnalysisResult result, int thread, long nanos, @Nullable WaitingCode code) {
        int segment = result.timeline().segmentAt(thread, nanos);
        return segment == Timeline.NONE ? null : new Writer(result, thread, segment, code).write();
    }

    /** Whether a thread waits at a moment, so that there may be code to tell. */
    public static boolean isWait(Timeline timeline, int thread, long nanos) {
        int segment = timeline.segmentAt(thread, nanos);
        return segment != Timeline.NONE && timeline.state(segment) == ThreadState.BLOCKED;
    }

    /** Writes the lines. */
    private static final class Writer {
        private final AnalysisResult result;
        private final Timeline timeline;
        private final int thread;
        private final int segment;
        private final @Nullable WaitingCode code;
        private final List<Line> lines = new ArrayList<>();

        Writer(AnalysisResult result, int thread, int segment, @Nullable WaitingCode code) {
            this.code = code;
            this.result = result;
            this.timeline = result.timeline();
            this.thread = thread;
            this.segment = segment;
        }

        private void add(String label, String value) {
            lines.add(new Line(label, value, null));
        }

        ThreadDetails write() {
            String phrase = ThreadNames.phrase(timeline, thread);
            int pid = timeline.pid(thread);
            add(Messages.detailThread,
                    pid > 0 && pid != timeline.tid(thread) ? NLS.bind(Messages.detailThreadOf, phrase, Integer.toString(pid))
                            : phrase);
            add(Messages.detailDid, Tooltips.state(timeline, thread, segment));
            long end = timeline.end(thread, segment);
            lines.add(new Line(Messages.detailBegan, ThreadNames.clock(timeline.start(segment)),
                    new Goal(thread, timeline.start(segment))));
            lines.add(new Line(Messages.detailEnded, ThreadNames.clock(end),
                    segment + 1 < timeline.endSegment(thread) ? new Goal(thread, end)
                            : null));
            ThreadState state = timeline.state(segment);
            if (state == ThreadState.BLOCKED) {
                if (code != null) {
                    waitedIn(code.of(thread, segment));
                }
                blocked(end);
            } else if (timeline.target(segment) != Timeline.NONE) {
                add(Messages.tipInterrupt, ThreadNames.phrase(timeline, timeline.target(segment)));
            }
            if (timeline.cpu(segment) >= 0) {
                add(state.isOnCpu() ? Messages.tipCpu : Messages.tipLastCpu, Integer.toString(timeline.cpu(segment)));
            }
            around();
            return new ThreadDetails(phrase, lines);
        }

        /** The code as findings name it, then all of it if that is more. */
        private void waitedIn(WaitCode.Chain chain) {
            List<String> named = chain.shortened();
            List<String> whole = chain.whole();
            if (!named.isEmpty()) {
                add(Messages.detailCode, String.join(ARROW, named));
            }
            if (!whole.isEmpty() && !whole.equals(named)) {
                whole.forEach(function -> add(Messages.detailStack, function));
            }
            if (!chain.kernel().isEmpty()) {
                add(Messages.detailKernel, String.join(ARROW, chain.kernel()));
            }
        }

        private void blocked(long end) {
            int target = timeline.target(segment);
            int link = timeline.link(segment);
            boolean network = link != Timeline.NONE && timeline.cause(segment) == Cause.NETWORK;
            long woke = network ? timeline.packetSent(link) : end;
            if (target != Timeline.NONE) {
                boolean isThread = target < timeline.threadCount();
                lines.add(new Line(isThread ? Messages.tipWokenBy : Messages.tipTarget, ThreadNames.phrase(timeline, target),
                        isThread && timeline.segmentAt(target, woke) != Timeline.NONE ? new Goal(target, woke) : null));
            }
            if (network) {
                add(Messages.tipSent, ThreadNames.clock(timeline.packetSent(link)));
                add(Messages.tipTransit, Tooltips.transit(result, thread, segment));
            } else if (link != Timeline.NONE && timeline.cause(segment) == Cause.DISK) {
                add(Messages.tipDisk, Tooltips.request(timeline, link));
            }
            if (target != Timeline.NONE && target < timeline.threadCount()) {
                meanwhile(target, end);
            }
        }

        /** What the one did who was waited for, by how long. */
        private void meanwhile(int other, long end) {
            long begin = timeline.start(segment);
            StateStyle[] styles = StateStyle.values();
            long[] nanos = new long[styles.length];
            int at = timeline.segmentAt(other, Math.max(begin, start(other)));
            for (int s = at; s != Timeline.NONE && s < timeline.endSegment(other) && timeline.start(s) < end; s++) {
                nanos[StateStyle.of(timeline.state(s), timeline.cause(s)).ordinal()] += Math.min(end, timeline.end(other, s))
                        - Math.max(begin, timeline.start(s));
            }
            Arrays.stream(styles).filter(style -> nanos[style.ordinal()] > 0)
                    .sorted((a, b) -> Long.compare(nanos[b.ordinal()], nanos[a.ordinal()])).limit(MEANWHILE)
                    .forEach(style -> add(NLS.bind(Messages.detailMeanwhile, ThreadNames.label(timeline, thread, other)),
                            NLS.bind(Messages.stateFor, style.label(), TimeFormat.duration(nanos[style.ordinal()]))));
        }

        private long start(int other) {
            int first = timeline.firstSegment(other);
            return first < timeline.endSegment(other) ? timeline.start(first) : 0;
        }

        /** What the thread did before and after, nearest first. */
        private void around() {
            for (int s = segment - 1; s >= Math.max(timeline.firstSegment(thread), segment - AROUND); s--) {
                lines.add(new Line(Messages.detailBefore, Tooltips.state(timeline, thread, s), new Goal(thread, timeline.start(s))));
            }
            for (int s = segment + 1; s < Math.min(timeline.endSegment(thread), segment + 1 + AROUND); s++) {
                lines.add(new Line(Messages.detailAfter, Tooltips.state(timeline, thread, s), new Goal(thread, timeline.start(s))));
            }
        }
    }
}
