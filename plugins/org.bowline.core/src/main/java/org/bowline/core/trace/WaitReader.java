/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;

import org.bowline.core.event.UserVocabulary;
import org.bowline.core.figures.Duration;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.IntPair;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.ToldWaits;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;

/**
 * Reads what programs tell of polling and of false wake-ups, from the traces that may have it; the others cost nothing. O(events of these traces). Where nothing is known of a host's threads, there is nothing to
 * apply it to.
 */
final class WaitReader {
    private static final int POLL_MASK = (1 << 12) - 1;
    private static final int NONE = Timeline.NONE;

    // slots: who tells it, then for each specification three fields, each looked for in three places
    private static final int THREAD = 0;
    private static final int PROCESS = 1;
    private static final int FIRST = 2;
    private static final int SCOPES = 3;
    private static final int OWNER = 0;
    private static final int OBJECT = SCOPES;
    private static final int ACQUIRED = 2 * SCOPES;
    private static final int SLOTS = 3 * SCOPES;

    private final List<HostTraces> hosts;
    private final ClockMap clocks;
    private final Timeline timeline;
    private final List<SpinSpec> specs;
    private final String[] fields;
    private final RunningThreads running;
    private final ToldWaits told = new ToldWaits();

    private WaitReader(List<HostTraces> hosts, Timeline timeline, ClockMap clocks, List<SpinSpec> more) {
        this.hosts = hosts;
        this.clocks = clocks;
        this.timeline = timeline;
        specs = more.isEmpty() ? List.of(SpinSpec.ANNOTATIONS) // the usual case, without the first call of a record's hashCode, which is slow
                : Stream.concat(Stream.of(SpinSpec.ANNOTATIONS), more.stream()).distinct().toList();
        running = new RunningThreads(timeline);
        fields = new String[FIRST + SLOTS * specs.size()];
        fields[THREAD] = UserVocabulary.THREAD;
        fields[PROCESS] = UserVocabulary.PROCESS;
        for (int i = 0; i < specs.size(); i++) {
            SpinSpec spec = specs.get(i);
            String[] names = {spec.ownerField(), spec.objectField(), spec.acquiredField()};
            for (int j = 0; j < names.length; j++) {
                // an empty name is in no event
                int slot = FIRST + SLOTS * i + SCOPES * j;
                fields[slot] = names[j];
                fields[slot + 1] = "$common." + names[j];
                fields[slot + 2] = "$specific." + names[j];
            }
        }
    }

    /**
     * The timeline with what programs tell of their waits.
     *
     * @param spins events of programs that tell that a thread polls, beside Bowline's annotations
     * @param caveats gets what was applied, and what could not be
     */
    static Timeline read(List<HostTraces> hosts, Timeline timeline, ClockMap clocks, List<SpinSpec> spins, List<Caveat> caveats,
            Progress progress) throws TraceReadException {
        WaitReader reader = new WaitReader(hosts, timeline, clocks, spins);
        List<OfHost> read = new ArrayList<>();
        for (int host = 0; host < hosts.size(); host++) {
            OfHost ofHost = reader.new OfHost(host);
            read.add(ofHost);
            for (OpenTrace trace : hosts.get(host).traces()) {
                try {
                    if (hasThreads(timeline, host)) {
                        ofHost.trace(trace, progress);
                    }
                } catch (InternalError e) {
                    throw ShrunkFile.refuse(trace.path(), e);
                }
            }
        }
        ToldWaits.Applied applied = reader.told.applyTo(timeline, progress);
        read.forEach(ofHost -> ofHost.addCaveats(applied, caveats));
        return applied.timeline();
    }

    /** Whether it is known what threads of a host did. */
    static boolean hasThreads(Timeline timeline, int host) {
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.host(thread) == host && timeline.firstSegment(thread) < timeline.endSegment(thread)) {
                return true;
            }
        }
        return false;
    }

    private enum What {
        BEGIN, END, FALSE_WAKE_UP
    }

    /** What an event does; an event may be in several specifications. */
    private record Kind(What what, int spec) {}

    /** A thread polls since then. */
    private record Open(long begin, int owner, int spec) {}

    /** Who had an object last. */
    private record Thing(int spec, int process, long object) {}

    private final class OfHost {
        private final int host;
        private final Int2ObjectOpenHashMap<Open> open = new Int2ObjectOpenHashMap<>();
        private final Map<Thing, Integer> owners = new LinkedHashMap<>();
        /** Threads by process and the number that programs know them by, which in a container is not the kernel's. */
        private final Long2IntOpenHashMap inNamespaces = new Long2IntOpenHashMap();
        private long spins;
        private long withoutOwner;
        private long nobodys;
        private long unpaired;

        OfHost(int host) {
            this.host = host;
            inNamespaces.defaultReturnValue(NONE);
        }

        void trace(OpenTrace trace, Progress progress) throws TraceReadException {
            Map<String, List<Kind>> byName = new LinkedHashMap<>();
            for (int i = 0; i < specs.size(); i++) {
                byName.computeIfAbsent(specs.get(i).beginEvent(), name -> new ArrayList<>()).add(new Kind(What.BEGIN, i));
                byName.computeIfAbsent(specs.get(i).endEvent(), name -> new ArrayList<>()).add(new Kind(What.END, i));
            }
            byName.computeIfAbsent(UserVocabulary.FALSE_WAKE_UP, name -> new ArrayList<>()).add(new Kind(What.FALSE_WAKE_UP, 0));
            Set<String> declared = new HashSet<>();
            for (EventClass event : trace.ctf().metadata().eventClasses()) {
                declared.add(event.name());
            }
            if (byName.keySet().stream().noneMatch(declared::contains)) {
                return;
            }
            EventSelection.Builder selection = EventSelection.builder();
            byName.keySet().forEach(name -> selection.add(name, fields));
            List<List<Kind>> kinds = List.copyOf(byName.values());
            try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
                for (long events = 1; cursor.next(); events++) {
                    if ((events & POLL_MASK) == 0) {
                        progress.check();
                        progress.report("Reading waits that programs tell of", cursor.progress());
                    }
                    if (cursor.kind() == EventCursor.LOST) {
                        // which ends are missing is not known: none may be paired with a later one
                        unpaired += open.size();
                        open.clear();
                        owners.clear();
                    } else {
                        add(cursor, kinds.get(cursor.kind()), clocks.toReference(host, trace.onHostClock(cursor.timeNanos())));
                    }
                }
            }
            unpaired += open.size();
            open.clear();
        }

        private void add(EventCursor event, List<Kind> kinds, long time) {
            int tid = event.has(THREAD) ? (int) event.integer(THREAD) : -1;
            int thread = running.find(host, tid, event.cpu(), time);
            if (thread == NONE || timeline.isIdle(thread)) {
                nobodys++;
                return;
            }
            int process = timeline.pid(thread) < 0 && event.has(PROCESS) ? (int) event.integer(PROCESS) : timeline.pid(thread);
            if (tid >= 0) {
                inNamespaces.put(key(process, tid), thread);
            }
            for (int i = 0; i < kinds.size(); i++) {
                Kind kind = kinds.get(i);
                switch (kind.what()) {
                    case BEGIN -> begin(event, kind.spec(), thread, process, tid, time);
                    case END -> end(event, kind.spec(), thread, process, time);
                    case FALSE_WAKE_UP -> told.falseWakeUp(thread, time);
                }
            }
        }

        private void begin(EventCursor event, int spec, int thread, int process, int tid, long time) {
            int slot = FIRST + SLOTS * spec;
            int place = present(event, slot + OWNER);
            int number = place < 0 ? 0 : (int) event.integer(place);
            int owner = NONE;
            if (number > 0) {
                boolean translated = tid >= 0 && tid != timeline.tid(thread);
                owner = translated ? inNamespaces.get(key(process, number)) : running.find(host, number, -1, time);
            } else {
                int object = present(event, slot + OBJECT);
                if (object >= 0) {
                    long what = event.integer(object);
                    Integer last = owners.get(new Thing(spec, process, what));
                    last = last != null ? last : owners.get(new Thing(spec, NONE, what));
                    owner = last == null ? NONE : last;
                }
            }
            if (open.put(thread, new Open(time, owner == thread ? NONE : owner, spec)) != null) {
                unpaired++;
            }
        }

        private void end(EventCursor event, int spec, int thread, int process, long time) {
            int slot = FIRST + SLOTS * spec;
            int acquired = present(event, slot + ACQUIRED);
            int object = present(event, slot + OBJECT);
            boolean got = object >= 0 && (acquired < 0 || event.integer(acquired) != 0);
            Open begun = open.get(thread);
            if (begun == null || begun.spec() != spec) {
                unpaired += got ? 0 : 1; // programs tell so, too, that a thread got it without polling
            } else {
                open.remove(thread);
                told.spin(thread, begun.begin(), time, begun.owner());
                spins++;
                withoutOwner += begun.owner() == NONE ? 1 : 0;
            }
            if (got) {
                owners.put(new Thing(spec, process, event.integer(object)), thread);
                owners.put(new Thing(spec, NONE, event.integer(object)), thread);
            }
        }

        private int present(EventCursor event, int first) {
            for (int slot = first; slot < first + SCOPES; slot++) {
                if (event.has(slot)) {
                    return slot;
                }
            }
            return -1;
        }

        private long key(int process, int tid) {
            return IntPair.of(process, tid);
        }

        void addCaveats(ToldWaits.Applied applied, List<Caveat> caveats) {
            String name = hosts.get(host).name();
            long wakeUps = applied.falseWakeUps()[host];
            if (spins + wakeUps > 0) {
                caveats.add(Caveat.of(Severity.INFO, name, "waits-as-told", spins + wakeUps, "Programs told of "
                        + Words.count(spins, "time") + " that a thread polled, " + Duration.duration(applied.spinNanos()[host])
                        + " on a processor in all, and of " + Words.count(wakeUps, "false wake-up")
                        + ": polling counts as waiting for who had what was polled for, and a false wake-up ends no wait."));
            }
            if (withoutOwner > 0) {
                caveats.add(Caveat.of(Severity.INFO, name, "spin-without-owner", withoutOwner,
                        "It is not known who had what a thread polled for, " + Words.times(withoutOwner)
                                + ": these waits lead to `unknown`. Tell the owner where polling begins, or who has it where polling ends."));
            }
            long left = nobodys + unpaired + applied.withoutWaits()[host];
            if (left > 0) {
                caveats.add(Caveat.of(Severity.WARNING, name, "told-waits-left-out", left,
                        Words.count(left, "event of polling or of a false wake-up is", "events of polling or of false wake-ups are")
                                + " left out: " + nobodys + " of threads that the kernel trace does not have, " + unpaired
                                + " without the begin or end that belongs to it, " + applied.withoutWaits()[host]
                                + " without a sleep before and after. Weights are lower bounds there. Record vtid with them, the kernel at the"
                                + " same time, and large sub-buffers."));
            }
        }
    }
}
