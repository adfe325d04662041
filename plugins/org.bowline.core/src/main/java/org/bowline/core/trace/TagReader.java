/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

import org.bowline.core.event.UserVocabulary;
import org.bowline.core.order.Spans;
import org.bowline.core.progress.Progress;
import org.bowline.core.tag.TagCaveats;
import org.bowline.core.tag.TagChange;
import org.bowline.core.tag.TagLog;
import org.bowline.core.tag.TagPaths;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;

/**
 * Reads the events that tell which module a thread is in, from all traces of an experiment. O(events); a text that was seen before, and a thread that is still on its
 * processor, cost a look-up each and no memory.
 */
final class TagReader {
    private static final int POLL_MASK = (1 << 16) - 1;

    // slots of a specification, behind the thread's
    private static final int THREAD = 0;
    private static final int SCOPES = 3;
    private static final int SLOTS = 2 * SCOPES;

    private final Experiment experiment;
    private final Timeline timeline;
    private final ClockMap clocks;
    private final Executions.Once executed;
    private final List<TagSpec> specs;
    private final String[] fields;
    private final RunningThreads running;
    private final TagLog.Builder log = new TagLog.Builder();
    private final int[] laneOfThread;

    TagReader(Experiment experiment, Timeline timeline, ClockMap clocks, Executions.Once executed, List<TagSpec> specs) {
        this.experiment = experiment;
        this.timeline = timeline;
        this.clocks = clocks;
        this.executed = executed;
        this.specs = specs;
        running = new RunningThreads(timeline);
        laneOfThread = new int[timeline.threadCount()];
        fields = new String[1 + SLOTS * specs.size()];
        fields[THREAD] = UserVocabulary.THREAD;
        for (int i = 0; i < specs.size(); i++) {
            String[] names = {specs.get(i).pathField(), specs.get(i).bytesField()};
            for (int j = 0; j < names.length; j++) {
                int slot = 1 + SLOTS * i + SCOPES * j;
                fields[slot] = names[j];
                fields[slot + 1] = "$common." + names[j];
                fields[slot + 2] = "$specific." + names[j];
            }
        }
    }

    TagLog read(Progress progress) throws TraceReadException {
        for (int host = 0; host < experiment.hosts().size(); host++) {
            OfHost read = new OfHost(host);
            for (OpenTrace trace : experiment.hosts().get(host).traces()) {
                progress.check();
                if (hasTags(trace)) {
                    read.trace(trace, progress);
                }
            }
            read.finish(progress);
        }
        if (log.lanes() > 0 && timeline.segmentCount() > 0) {
            leaveWhatWasReplaced(executed.get(progress));
        }
        return log.build(timeline);
    }

    /** The program that a thread executes is in no module yet, whatever the one before was in. */
    private void leaveWhatWasReplaced(Executions executions) {
        for (int thread = 0; thread < laneOfThread.length; thread++) {
            int lane = laneOfThread[thread] - 1;
            if (lane >= 0) {
                executions.of(thread, time -> log.add(lane, time, TagChange.SWITCH, TagPaths.UNTAGGED, 0));
            }
        }
    }

    private boolean hasTags(OpenTrace trace) {
        for (EventClass type : trace.ctf().metadata().eventClasses()) {
            for (TagSpec spec : specs) {
                if (spec.events().containsKey(type.name())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What an event of a kind does; an event may be in several specifications. */
    private record Kind(TagChange change, int spec) {}

    /** Where a thread was last seen: on this processor it is found without a search as long as it stays there. */
    private static final class Place {
        private int lane = -1;
        private int cpu = -1;
        private long from = Long.MAX_VALUE;
        private long until = Long.MIN_VALUE;
    }

    /** The traces of one host. */
    private final class OfHost {
        private final int host;
        private final boolean hasKernel;
        private final TagLosses losses = new TagLosses();
        private final Int2ObjectOpenHashMap<Place> places = new Int2ObjectOpenHashMap<>();
        private final Int2IntOpenHashMap wallLanes = new Int2IntOpenHashMap();
        private final int firstLane = log.lanes();
        private long withoutThread;
        private long outside;
        private long badBytes;

        OfHost(int host) {
            this.host = host;
            hasKernel = hasSegments();
        }

        private boolean hasSegments() {
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                if (timeline.host(thread) == host && timeline.firstSegment(thread) < timeline.endSegment(thread)) {
                    return true;
                }
            }
            return false;
        }

        void trace(OpenTrace trace, Progress progress) throws TraceReadException {
            EventSelection.Builder selection = EventSelection.builder();
            Map<String, List<Kind>> byName = new LinkedHashMap<>();
            for (int i = 0; i < specs.size(); i++) {
                for (Map.Entry<String, TagChange> event : specs.get(i).events().entrySet()) {
                    byName.computeIfAbsent(event.getKey(), key -> new ArrayList<>()).add(new Kind(event.getValue(), i));
                }
            }
            byName.keySet().forEach(name -> selection.add(name, fields));
            List<List<Kind>> kinds = List.copyOf(byName.values());
            FieldText texts = new FieldText(trace.ctf().metadata(), fields.length);
            boolean[] beginHasBytes = new boolean[specs.size()];
            try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
                for (long events = 1; cursor.next(); events++) {
                    if ((events & POLL_MASK) == 0) {
                        progress.check();
                        progress.report("Reading tags", cursor.progress());
                    }
                    long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                    if (cursor.kind() == EventCursor.LOST) {
                        losses.add(cursor.cpu(), time, clocks.toReference(host, trace.onHostClock(cursor.lostUntilNanos())));
                        continue;
                    }
                    int lane = lane(cursor, time);
                    if (lane < 0) {
                        withoutThread++;
                        outside += isOutside(time) ? 1 : 0;
                        continue;
                    }
                    List<Kind> all = kinds.get(cursor.kind());
                    for (int i = 0; i < all.size(); i++) {
                        add(cursor, texts, all.get(i), lane, time, beginHasBytes);
                    }
                }
            }
        }

        private void add(EventCursor cursor, FieldText texts, Kind kind, int lane, long time, boolean[] beginHasBytes) {
            int slot = present(cursor, 1 + SLOTS * kind.spec());
            int path;
            if (slot >= 0) {
                path = log.paths().of(texts.of(cursor, slot, fields[slot]));
            } else {
                path = kind.change() == TagChange.POP ? TagPaths.UNKNOWN : TagPaths.UNTAGGED;
            }
            long bytes = 0;
            int size = specs.get(kind.spec()).bytesField().isEmpty() ? -1 : present(cursor, 1 + SLOTS * kind.spec() + SCOPES);
            if (size >= 0 && (kind.change() != TagChange.POP || !beginHasBytes[kind.spec()])) {
                beginHasBytes[kind.spec()] |= kind.change() != TagChange.POP;
                bytes = cursor.integer(size);
                if (bytes < 0) {
                    badBytes++;
                    bytes = 0;
                }
            }
            log.add(lane, time, kind.change(), path, bytes);
        }

        private int present(EventCursor cursor, int first) {
            for (int slot = first; slot < first + SCOPES; slot++) {
                if (cursor.has(slot)) {
                    return slot;
                }
            }
            return -1;
        }

        /** The lane of the thread that recorded the event, or −1. */
        private int lane(EventCursor cursor, long time) {
            int tid = cursor.has(THREAD) ? (int) cursor.integer(THREAD) : -1;
            if (!hasKernel) {
                return tid < 0 ? -1 : wallLane(tid);
            }
            Place place = places.get(tid);
            if (place == null) {
                place = new Place();
                places.put(tid, place);
            }
            if (place.cpu != cursor.cpu() || time < place.from || time >= place.until) {
                find(place, tid, cursor.cpu(), time);
            }
            return place.lane;
        }

        private void find(Place place, int tid, int cpu, long time) {
            int thread = running.find(host, tid, cpu, time);
            place.lane = thread == Timeline.NONE ? -1 : laneOf(thread);
            place.cpu = cpu;
            int segment = thread == Timeline.NONE ? Timeline.NONE : timeline.segmentAt(thread, time);
            boolean there = segment != Timeline.NONE && timeline.isOnCpu(segment) && timeline.cpu(segment) == cpu;
            place.from = there ? timeline.start(segment) : Long.MAX_VALUE;
            place.until = there ? timeline.end(thread, segment) : Long.MIN_VALUE;
        }

        /** Whether the kernel's trace tells nothing of that time. */
        private boolean isOutside(long time) {
            int recordings = timeline.recordings(host);
            return recordings > 0 && (time < timeline.recordingStart(host, 0) || time >= timeline.recordingEnd(host, recordings - 1));
        }

        private int laneOf(int thread) {
            if (laneOfThread[thread] == 0) {
                laneOfThread[thread] = 1 + log.lane(host, thread, timeline.tid(thread));
            }
            return laneOfThread[thread] - 1;
        }

        private int wallLane(int tid) {
            int lane = wallLanes.getOrDefault(tid, -1);
            if (lane < 0) {
                lane = log.lane(host, Timeline.NONE, tid);
                wallLanes.put(tid, lane);
            }
            return lane;
        }

        /** Where events were lost, threads of the programs that have tags are somewhere; what is not known of the host. */
        void finish(Progress progress) {
            String name = timeline.hostName(host);
            if (log.lanes() > firstLane && !losses.isEmpty()) {
                losses.finish();
                long threads = hasKernel ? lostOfThreads(progress) : lostOfAll();
                if (threads > 0) {
                    log.caveat(TagCaveats.lost(name, losses.count(), threads, losses.first(), losses.last()));
                }
            }
            if (withoutThread > 0) {
                log.caveat(TagCaveats.withoutThread(name, withoutThread, outside));
            }
            if (badBytes > 0) {
                log.caveat(TagCaveats.badBytes(name, badBytes));
            }
            if (!hasKernel && log.lanes() > firstLane) {
                log.caveat(TagCaveats.wallTime(name));
            }
        }

        private int lostOfAll() {
            for (int lane = firstLane; lane < log.lanes(); lane++) {
                long first = log.lane(lane).time(0);
                long last = log.lane(lane).time(log.lane(lane).size() - 1);
                lost(lane, first, last, losses.of(TagLosses.ANY_CPU));
            }
            return log.lanes() - firstLane;
        }

        private void lost(int lane, long begin, long end, Spans some) {
            for (int i = some.firstAfter(begin); i < some.size() && some.begin(i) < end; i++) {
                long from = Math.max(begin, some.begin(i));
                long until = Math.min(end, some.end(i));
                log.add(lane, from, TagChange.LOSS, TagPaths.UNKNOWN, 0);
                log.add(lane, Math.max(from, until - 1), TagChange.LOSS, TagPaths.UNKNOWN, 0); // what was recorded meanwhile does not tell the end
            }
        }

        private long lostOfThreads(Progress progress) {
            Set<Integer> processes = new HashSet<>();
            for (int lane = firstLane; lane < log.lanes(); lane++) {
                processes.add(process(log.lane(lane).thread()));
            }
            long threads = 0;
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                if (timeline.host(thread) == host && !timeline.isIdle(thread) && processes.contains(process(thread))) {
                    progress.check();
                    threads += lostOf(thread) ? 1 : 0;
                }
            }
            return threads;
        }

        /** Threads of a process have its pid; one whose process is not known is one of its own. */
        private int process(int thread) {
            int pid = timeline.pid(thread);
            return pid >= 0 ? pid : -2 - thread;
        }

        private boolean lostOf(int thread) {
            boolean any = false;
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.isOnCpu(s)) {
                    long start = timeline.start(s);
                    long end = timeline.end(thread, s);
                    Spans some = losses.of(timeline.cpu(s));
                    int next = some.firstAfter(start);
                    if (next < some.size() && some.begin(next) < end) {
                        lost(laneOf(thread), start, end, some);
                        any = true;
                    }
                }
            }
            return any;
        }
    }
}
