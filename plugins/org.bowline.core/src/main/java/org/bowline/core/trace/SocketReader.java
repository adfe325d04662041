/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.event.SocketVocabulary;
import org.bowline.core.event.SocketVocabulary.Call;
import org.bowline.core.interval.IntervalMatcher;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.SocketIntervals;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.IntPair;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.ThreadRoles;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.TraceReadException;

/**
 * Reads the system calls on sockets from the kernel traces of an experiment, and makes intervals of them; not of those of the tracer, whose tools and daemons ask each other at begin and
 * end of each recording: these are not requests of the work, and would make its range as long as the recording. O(events).
 */
final class SocketReader {
    private static final int POLL_MASK = (1 << 16) - 1;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final long[] hostEnds;
    private final RunningThreads running;
    private final ThreadRoles roles;
    /** The main thread of each process, by host and process id. */
    private final Long2IntOpenHashMap leaders = new Long2IntOpenHashMap();

    /**
     * @param hostEnds of each host's kernel traces, its own time
     */
    SocketReader(Experiment experiment, Timeline timeline, ClockMap clocks, long[] hostEnds) {
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        this.hostEnds = hostEnds;
        running = new RunningThreads(timeline);
        roles = ThreadRoles.of(timeline);
        leaders.defaultReturnValue(Timeline.NONE);
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.tid(thread) == timeline.pid(thread)) {
                leaders.put(key(timeline.host(thread), timeline.pid(thread)), thread);
            }
        }
    }

    private static boolean hasCalls(OpenTrace trace) {
        return trace.domain() == OpenTrace.Domain.KERNEL && SocketVocabulary.isIn(trace.metadata());
    }

    /** Whether any trace has what is needed. */
    static boolean hasCalls(Experiment experiment) {
        return experiment.hosts().stream().anyMatch(host -> host.traces().stream().anyMatch(SocketReader::hasCalls));
    }

    MatchedIntervals read(SocketIntervals.Side side, Progress progress) throws TraceReadException {
        IntervalMatcher matcher = new IntervalMatcher(0); // both ends are of one host
        List<Caveat> caveats = new ArrayList<>();
        long end = Long.MAX_VALUE;
        for (int host = 0; host < experiment.hosts().size(); host++) {
            SocketIntervals sockets = new SocketIntervals(host, experiment.hosts().get(host).name(), side, matcher);
            boolean any = false;
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                if (hasCalls(trace)) {
                    read(host, trace, sockets, progress);
                    sockets.lost(); // the next one of the host, if any, is another recording
                    any = true;
                }
            }
            if (any) {
                end = Math.min(end, clocks.toReference(host, hostEnds[host]));
            }
            caveats.addAll(sockets.finish());
        }
        long watched = end;
        MatchedIntervals matched = matcher.match(begin -> watched == Long.MAX_VALUE ? begin : Math.max(begin, watched));
        for (Caveat caveat : caveats) {
            matched = matched.with(caveat);
        }
        return matched;
    }

    private void read(int host, OpenTrace trace, SocketIntervals sockets, Progress progress) throws TraceReadException {
        SocketVocabulary words = new SocketVocabulary();
        try (EventCursor cursor = trace.ctf().cursor(words.selection())) {
            long events = 0;
            while (cursor.next()) {
                if ((++events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Reading system calls", cursor.progress());
                }
                Call call = words.call(cursor);
                if (call == null) {
                    sockets.lost();
                    continue;
                }
                long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                int thread = running.find(host, -1, cursor.cpu(), time);
                if (thread == Timeline.NONE || roles.isOfTracer(thread)) {
                    continue; // not known where the recording of the scheduler has a gap
                }
                if (words.isReturn(cursor)) {
                    sockets.returned(time, thread, call, SocketVocabulary.result(cursor), name(thread));
                } else {
                    sockets.called(time, thread, process(thread), call, SocketVocabulary.descriptor(cursor));
                }
            }
        }
    }

    private int process(int thread) {
        int process = timeline.pid(thread);
        return process < 0 ? timeline.tid(thread) : process;
    }

    private String name(int thread) {
        int leader = leaders.get(key(timeline.host(thread), timeline.pid(thread)));
        return timeline.name(leader == Timeline.NONE ? thread : leader);
    }

    private static long key(int host, int process) {
        return IntPair.of(host, process);
    }
}
