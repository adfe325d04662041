/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.bowline.core.event.FileVocabulary;
import org.bowline.core.event.FunctionVocabulary;
import org.bowline.core.event.UserVocabulary;
import org.bowline.core.event.UserVocabulary.Mutex;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.ToldFiles;
import org.bowline.core.time.ClockMap;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.timeline.Timeline;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.EventClass;

/** Reads what programs say of their mutexes, and of the files that these may be in, from the traces that may have the first; the others cost nothing. O(events of these traces). */
final class MutexReader {
    private static final int POLL_MASK = (1 << 12) - 1;
    /** What {@code pthread_mutex_lock} returns if it got the mutex from a thread that died with it. */
    private static final int OWNER_DEAD = 130;

    // slots
    private static final int THREAD = 0;
    private static final int PROCESS = 1;
    private static final int MUTEX = 2;
    private static final int STATUS = 3;
    private static final String[] FIELDS = {UserVocabulary.THREAD, UserVocabulary.PROCESS, UserVocabulary.MUTEX,
        UserVocabulary.MUTEX_STATUS};

    private final Timeline timeline;
    private final ClockMap clocks;
    private final RunningThreads running;
    private final LockEvents.Builder found = new LockEvents.Builder();
    private final List<ToldFiles.Stay> files;
    private final List<Caveat> caveats = new ArrayList<>();
    private long nobodys;

    private MutexReader(Timeline timeline, ClockMap clocks, List<ToldFiles.Stay> files) {
        this.timeline = timeline;
        this.clocks = clocks;
        this.files = files;
        running = new RunningThreads(timeline);
    }

    /**
     * The timeline with what programs say of their mutexes.
     *
     * @param files gets the files that these programs have in memory, where the names of mutexes are
     * @param caveats gets what could not be read
     */
    static Timeline read(List<HostTraces> hosts, Timeline timeline, ClockMap clocks, List<ToldFiles.Stay> files, List<Caveat> caveats,
            Progress progress) throws TraceReadException {
        MutexReader reader = new MutexReader(timeline, clocks, files);
        for (int host = 0; host < hosts.size(); host++) {
            reader.nobodys = 0;
            for (OpenTrace trace : hosts.get(host).traces()) {
                try {
                    reader.read(host, trace, progress);
                } catch (InternalError e) {
                    throw ShrunkFile.refuse(trace.path(), e);
                }
            }
            reader.endHost(hosts.get(host).name());
        }
        caveats.addAll(reader.caveats);
        return reader.found.isEmpty() ? timeline : timeline.with(reader.found.build());
    }

    private void read(int host, OpenTrace trace, Progress progress) throws TraceReadException {
        EventSelection.Builder selection = EventSelection.builder();
        Set<String> declared = new HashSet<>();
        for (EventClass event : trace.ctf().metadata().eventClasses()) {
            declared.add(event.name());
        }
        boolean any = false;
        for (Mutex mutex : Mutex.values()) {
            selection.add(mutex.event(), FIELDS);
            any |= declared.contains(mutex.event());
        }
        if (!any) {
            return;
        }
        Mutex[] kinds = Mutex.values();
        FileVocabulary words = new FileVocabulary(selection, kinds.length);
        ToldFiles.Builder told = new ToldFiles.Builder();
        try (EventCursor cursor = trace.ctf().cursor(selection.build())) {
            for (long events = 1; cursor.next(); events++) {
                long time = clocks.toReference(host, trace.onHostClock(cursor.timeNanos()));
                if (cursor.kind() == EventCursor.LOST) {
                    found.lost(time, clocks.toReference(host, trace.onHostClock(cursor.lostUntilNanos())), host, Kind.PROGRAMS_LOST);
                    told.lost(host);
                } else if (words.has(cursor)) {
                    tell(words.fact(cursor), host, cursor, time, told);
                } else {
                    add(host, time, kinds[cursor.kind()], cursor);
                }
                if ((events & POLL_MASK) == 0) {
                    progress.check();
                    progress.report("Reading locks", cursor.progress());
                }
            }
        }
        files.addAll(told.build().stays());
    }

    private void tell(FileVocabulary.Fact fact, int host, EventCursor cursor, long time, ToldFiles.Builder told) {
        int thread = running.find(host, FunctionVocabulary.thread(cursor), cursor.cpu(), time);
        // as its mutexes are numbered
        int process = thread < 0 || timeline.pid(thread) < 0 ? FunctionVocabulary.process(cursor) : timeline.pid(thread);
        if (process < 0) {
            return;
        }
        switch (fact) {
            case LIST_BEGINS -> told.begins(host, process, time);
            case LIST_ENDS -> told.ends(host, process);
            case MODULE -> told.module(host, process, new Module(FunctionVocabulary.path(cursor), FunctionVocabulary.base(cursor),
                    FunctionVocabulary.length(cursor), FunctionVocabulary.isRelative(cursor), ""), time);
            case BUILD_ID -> told.buildId(host, process, FunctionVocabulary.base(cursor), FunctionVocabulary.buildId(cursor));
            case GONE -> told.gone(host, process, FunctionVocabulary.base(cursor), time);
        }
    }

    private void add(int host, long time, Mutex mutex, EventCursor event) {
        Kind kind = kind(mutex, event.has(STATUS) ? (int) event.integer(STATUS) : 0);
        if (kind == null || !event.has(MUTEX)) {
            return;
        }
        int tid = event.has(THREAD) ? (int) event.integer(THREAD) : -1;
        int thread = running.find(host, tid, event.cpu(), time);
        if (thread < 0) {
            nobodys++;
            return;
        }
        int pid = timeline.pid(thread);
        found.add(time, thread, kind, pid < 0 && event.has(PROCESS) ? (int) event.integer(PROCESS) : pid, event.integer(MUTEX));
    }

    /** What an event tells; null if nothing. */
    private static @org.jspecify.annotations.Nullable Kind kind(Mutex mutex, int status) {
        boolean done = status == 0 || status == OWNER_DEAD;
        return switch (mutex) {
            case REQUEST -> Kind.REQUEST;
            case ACQUIRED -> done ? Kind.ACQUIRED : Kind.GAVE_UP;
            case TRIED -> done ? Kind.ACQUIRED : null;
            case RELEASED -> done ? Kind.RELEASED : null;
        };
    }

    private void endHost(String name) {
        if (nobodys > 0) {
            caveats.add(Caveat.of(Severity.INFO, name, "locks-of-nobody", nobodys,
                    Words.count(nobodys, "event of a mutex is of a thread that the kernel trace does not have; it is",
                            "events of mutexes are of threads that the kernel trace does not have; they are")
                            + " left out. Record vtid with them, and the kernel at the same time."));
        }
    }
}
