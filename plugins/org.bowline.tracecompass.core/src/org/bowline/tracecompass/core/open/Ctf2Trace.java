/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.event.ITmfEvent;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfEvent;
import org.eclipse.tracecompass.tmf.core.event.TmfEventType;
import org.eclipse.tracecompass.tmf.core.event.TmfLostEvent;
import org.eclipse.tracecompass.tmf.core.event.aspect.ITmfEventAspect;
import org.eclipse.tracecompass.tmf.core.event.aspect.TmfCpuAspect;
import org.eclipse.tracecompass.tmf.core.exceptions.TmfTraceException;
import org.eclipse.tracecompass.tmf.core.project.model.ITmfPropertiesProvider;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimeRange;
import org.eclipse.tracecompass.tmf.core.trace.ITmfContext;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTraceWithPreDefinedEvents;
import org.eclipse.tracecompass.tmf.core.trace.TmfContext;
import org.eclipse.tracecompass.tmf.core.trace.TmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TraceValidationStatus;
import org.eclipse.tracecompass.tmf.core.trace.location.ITmfLocation;
import org.eclipse.tracecompass.tmf.core.trace.location.TmfLongLocation;
import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.trace.CtfTrace;

/**
 * A trace that Trace Compass cannot read, read by Bowline: in the events table and in experiments. It offers itself for CTF 2 only, so that it takes no CTF 1.8
 * trace from Trace Compass; {@link Recording} chooses it also for CTF 1.8 that Trace Compass was tried on and refused, as one with a stream file that is cut off.
 *
 * <p>A location is the rank of an event. Cursors only go forward: seeking reads on from the nearest cursor that was left behind, or from the begin, without decoding
 * what lies between (some millions of events a second).
 */
public final class Ctf2Trace extends TmfTrace implements ITmfTraceWithPreDefinedEvents, ITmfPropertiesProvider {
    /** A JSON text sequence begins with a record separator; TSDL never does. */
    private static final int RECORD_SEPARATOR = 0x1E;
    private static final int CONFIDENCE = 150;
    private static final int PARKED_AT_MOST = 4;
    private static final String PLUGIN = "org.bowline.tracecompass.core";

    private static final ITmfEventAspect<Integer> CPU = new TmfCpuAspect() {
        @Override
        public @Nullable Integer resolve(ITmfEvent event) {
            return event instanceof OnCpu here && here.cpu >= 0 ? here.cpu : null;
        }
    };

    private final Deque<Walk> parked = new ArrayDeque<>();
    private @Nullable CtfTrace ctf;
    private List<ITmfEventType> types = List.of();
    private @Nullable ITmfLocation current;

    /** For Trace Compass, which initialises it afterwards. */
    public Ctf2Trace() {
        // nothing is open yet
    }

    @Override
    public IStatus validate(@Nullable IProject project, String path) {
        try {
            return isCtf2(Path.of(path)) ? new TraceValidationStatus(CONFIDENCE, PLUGIN)
                    : new Status(IStatus.ERROR, PLUGIN, NLS.bind(Messages.ctf2_other, path));
        } catch (IOException e) {
            return new Status(IStatus.ERROR, PLUGIN, NLS.bind(Messages.ctf2_unreadable, path), e);
        }
    }

    /**
     * Whether a directory is a CTF 2 trace, by the first byte of its metadata.
     *
     * @throws IOException if the metadata cannot be read
     */
    public static boolean isCtf2(Path directory) throws IOException {
        Path metadata = directory.resolve("metadata");
        if (!Files.isRegularFile(metadata)) {
            return false;
        }
        try (InputStream in = Files.newInputStream(metadata)) {
            return in.read() == RECORD_SEPARATOR;
        }
    }

    @Override
    public void initTrace(@Nullable IResource resource, String path, Class<? extends ITmfEvent> type) throws TmfTraceException {
        try {
            CtfTrace opened = CtfTrace.open(Path.of(path), ReadOptions.TOLERANT);
            ctf = opened;
            List<ITmfEventType> all = new ArrayList<>();
            for (EventClass each : opened.metadata().eventClasses()) {
                all.add(new TmfEventType(each.name(), null));
            }
            types = all;
        } catch (TraceReadException e) {
            throw new TmfTraceException(e.getMessage(), e);
        }
        super.initTrace(resource, path, type);
    }

    @Override
    public synchronized void dispose() {
        super.dispose();
        parked.forEach(Walk::close);
        parked.clear();
        CtfTrace open = ctf;
        ctf = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public String getHostId() {
        CtfTrace open = ctf;
        if (open != null) {
            for (ClockClass clock : open.metadata().clocks()) {
                if (!clock.uuid().isEmpty()) {
                    return clock.uuid();
                }
            }
        }
        return super.getHostId();
    }

    @Override
    public Set<? extends ITmfEventType> getContainedEventTypes() {
        return new LinkedHashSet<>(types);
    }

    @Override
    public Map<String, String> getProperties() {
        Map<String, String> properties = new LinkedHashMap<>();
        CtfTrace open = ctf;
        if (open != null) {
            properties.put("format", open.metadata().format().toString());
            properties.putAll(open.metadata().environment());
        }
        return properties;
    }

    @Override
    public Iterable<ITmfEventAspect<?>> getEventAspects() {
        List<ITmfEventAspect<?>> aspects = new ArrayList<>(BASE_ASPECTS);
        aspects.add(2, CPU);
        return aspects;
    }

    // ---------------------------------------------------------------- places

    @Override
    public @Nullable ITmfLocation getCurrentLocation() {
        return current;
    }

    @Override
    public double getLocationRatio(ITmfLocation location) {
        long events = getNbEvents();
        return location instanceof TmfLongLocation place && events > 0 ? Math.min(1, (double) place.getLocationInfo() / events) : 0;
    }

    @Override
    public synchronized ITmfContext seekEvent(@Nullable ITmfLocation location) {
        long rank = location instanceof TmfLongLocation place ? place.getLocationInfo() : 0;
        current = new TmfLongLocation(rank);
        return new Place(rank);
    }

    @Override
    public synchronized ITmfContext seekEvent(double ratio) {
        return seekEvent(new TmfLongLocation(Math.round(Math.max(0, Math.min(1, ratio)) * Math.max(0, getNbEvents() - 1))));
    }

    @Override
    public synchronized @Nullable ITmfEvent parseEvent(ITmfContext context) {
        Place there = new Place(((TmfLongLocation) context.getLocation()).getLocationInfo());
        try {
            return read(there);
        } finally {
            there.dispose();
        }
    }

    @Override
    public synchronized @Nullable ITmfEvent getNext(ITmfContext context) {
        if (!(context instanceof Place place)) {
            return null;
        }
        ITmfEvent event = read(place);
        if (event != null) {
            updateAttributes(place, event);
            current = new TmfLongLocation(place.next);
            place.setLocation(current);
            place.increaseRank();
        }
        return event;
    }

    private @Nullable ITmfEvent read(Place place) {
        CtfTrace open = ctf;
        if (open == null) {
            return null;
        }
        try {
            Walk walk = place.walk;
            if (walk == null) {
                walk = walkTo(open, place.next);
                place.walk = walk;
            }
            if (!walk.next()) {
                return null;
            }
            place.next = walk.rank;
            return event(walk.cursor, walk.rank - 1);
        } catch (TraceReadException e) {
            Platform.getLog(Ctf2Trace.class).error(String.valueOf(e.getMessage()), e);
            return null;
        }
    }

    /** A walk that stands before the event of a rank: one that was left behind the least way back, or a new one. */
    private Walk walkTo(CtfTrace open, long rank) throws TraceReadException {
        Walk best = null;
        for (Walk each : parked) {
            if (each.rank <= rank && (best == null || each.rank > best.rank)) {
                best = each;
            }
        }
        if (best == null) {
            best = new Walk(open);
        } else {
            parked.remove(best);
        }
        boolean there = best.rank == rank;
        while (!there && best.next()) {
            there = best.rank == rank;
        }
        return best;
    }

    private ITmfEvent event(EventCursor cursor, long rank) throws TraceReadException {
        if (cursor.kind() == EventCursor.LOST) {
            TmfTimeRange range = new TmfTimeRange(createTimestamp(cursor.timeNanos()), createTimestamp(cursor.lostUntilNanos()));
            return new TmfLostEvent(this, rank, createTimestamp(cursor.timeNanos()), new TmfEventType(Messages.ctf2_lost, null), range,
                    Math.max(0, cursor.lostCount()));
        }
        FieldTree tree = new FieldTree();
        cursor.visit(tree);
        return new OnCpu(this, rank, cursor.timeNanos(), types.get(cursor.eventClassIndex()), tree.root(), cursor.cpu());
    }

    /** A cursor, and how many events it has passed. */
    private static final class Walk {
        final EventCursor cursor;
        long rank;

        Walk(CtfTrace trace) throws TraceReadException {
            cursor = trace.cursor(EventSelection.everything());
        }

        boolean next() throws TraceReadException {
            boolean more = cursor.next();
            if (more) {
                rank++;
            }
            return more;
        }

        void close() {
            cursor.close();
        }
    }

    /** A place in the trace, with the cursor that is there, if it was read from. */
    private final class Place extends TmfContext {
        private @Nullable Walk walk;
        private long next;

        Place(long rank) {
            super(new TmfLongLocation(rank), rank);
            next = rank;
        }

        @Override
        public void dispose() {
            synchronized (Ctf2Trace.this) {
                Walk left = walk;
                walk = null;
                if (left != null) {
                    if (ctf == null) {
                        left.close();
                    } else {
                        parked.addFirst(left);
                        if (parked.size() > PARKED_AT_MOST) {
                            parked.removeLast().close();
                        }
                    }
                }
            }
            super.dispose();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** An event that knows its CPU. */
    private static final class OnCpu extends TmfEvent {
        private final int cpu;

        OnCpu(Ctf2Trace trace, long rank, long nanos, ITmfEventType type, ITmfEventField content, int cpu) {
            super(trace, rank, trace.createTimestamp(nanos), type, content);
            this.cpu = cpu;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return super.equals(other) && other instanceof OnCpu that && cpu == that.cpu;
        }

        @Override
        public int hashCode() {
            return 31 * super.hashCode() + cpu;
        }
    }
}
