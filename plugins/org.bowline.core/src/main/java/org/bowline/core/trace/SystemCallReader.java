/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import org.bowline.core.event.SystemCallVocabulary;
import org.bowline.core.offcpu.SystemCallLog;
import org.bowline.core.offcpu.WakeUps;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/** Reads in which system calls threads waited, from the kernel traces of an experiment. O(events). */
final class SystemCallReader {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;

    SystemCallReader(Experiment experiment, Timeline timeline, ClockMap clocks) {
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
    }

    /** Reads which calls those were in who ended the waits of others, too, if they are wanted. */
    SystemCallLog read(boolean wakers, Progress progress) throws TraceReadException {
        SystemCallLog log = wakers ? new SystemCallLog(new WakeUps(timeline, progress)) : new SystemCallLog();
        RunningThreads running = new RunningThreads(timeline);
        for (int host = 0; host < experiment.hosts().size(); host++) {
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                if (trace.domain() == OpenTrace.Domain.KERNEL) {
                    read(host, trace, running, log, progress);
                    log.ended(timeline, host);
                }
            }
        }
        return log;
    }

    private void read(int host, OpenTrace trace, RunningThreads running, SystemCallLog log, Progress progress) throws TraceReadException {
        SystemCallVocabulary words = new SystemCallVocabulary(trace.metadata());
        if (words.isEmpty()) {
            return;
        }
        try (EventCursor cursor = trace.ctf().cursor(words.selection())) {
            long events = 0;
            while (cursor.next()) {
                if ((++events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Reading system calls", cursor.progress());
                }
                if (cursor.kind() == EventCursor.LOST) {
                    log.lost(timeline, host);
                    continue;
                }
                long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                int thread = running.find(host, -1, cursor.cpu(), time);
                String call = words.begins(cursor);
                if (thread != Timeline.NONE && call.isEmpty()) {
                    log.returned(timeline, time, thread);
                } else if (thread != Timeline.NONE) {
                    log.begun(time, thread, call);
                }
            }
        }
    }
}
