/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.TraceMetadata;

/** What all layouts of a trace need to know of its metadata, found once. Thread-safe. */
public final class TraceShape {
    /** No event class has this id. */
    static final int NO_CLASS = -1;

    /** What belongs to one stream class. */
    static final class StreamShape {
        final StreamClass stream;
        /** Index in the trace of its first event class. */
        final int firstClassIndex;
        /** Fields before the specific context that any field of the stream refers to. */
        final Set<FieldLocation> references;
        /** Event ids, ascending as signed numbers, and the position of the class of each within the stream class. */
        private final long[] ids;
        private final int[] positions;
        final boolean eventsHaveId;
        /** A field behind the event header has its length or selector there. */
        final boolean headerIsReferredTo;

        StreamShape(StreamClass stream, int firstClassIndex) {
            this.stream = stream;
            this.firstClassIndex = firstClassIndex;
            Set<FieldLocation> found = new LinkedHashSet<>(FieldReferences.of(stream));
            found.removeIf(location -> location.scope() == Scope.SPECIFIC_CONTEXT || location.scope() == Scope.PAYLOAD);
            references = Set.copyOf(found);
            Set<FieldLocation> behind = new HashSet<>();
            FieldReferences.collect(stream.commonContext(), behind);
            stream.events().forEach(event -> FieldReferences.collect(event, behind));
            headerIsReferredTo = behind.stream().anyMatch(location -> location.scope() == Scope.EVENT_HEADER);
            List<EventClass> events = stream.events();
            Integer[] order = new Integer[events.size()];
            Arrays.setAll(order, i -> i);
            Arrays.sort(order, (one, other) -> Long.compare(events.get(one).id(), events.get(other).id()));
            ids = new long[order.length];
            positions = new int[order.length];
            for (int i = 0; i < order.length; i++) {
                ids[i] = events.get(order[i]).id();
                positions[i] = order[i];
            }
            eventsHaveId = Alignments.hasEventId(stream.eventHeader());
        }

        /** Position of the event class with an id, or {@link #NO_CLASS}; O(log classes). */
        int position(long id) {
            int at = Arrays.binarySearch(ids, id);
            return at < 0 ? NO_CLASS : positions[at];
        }

        /** The greatest event id below a limit, or −1. */
        int greatestIdBelow(int limit) {
            int at = Arrays.binarySearch(ids, limit);
            int before = (at < 0 ? -at - 1 : at) - 1;
            return before < 0 || ids[before] < 0 ? -1 : (int) ids[before];
        }
    }

    private final TraceMetadata metadata;
    private final List<EventClass> eventClasses;
    private final List<StreamShape> streams = new ArrayList<>();
    private final int maxAlignment;
    private final IdentityHashMap<EventClass, Set<FieldLocation>> references = new IdentityHashMap<>();

    /** Looks through the metadata once. */
    public TraceShape(TraceMetadata metadata) {
        this.metadata = metadata;
        eventClasses = metadata.eventClasses();
        maxAlignment = Alignments.greatest(metadata);
        int first = 0;
        for (StreamClass stream : metadata.streams()) {
            streams.add(new StreamShape(stream, first));
            first += stream.events().size();
        }
    }

    TraceMetadata metadata() {
        return metadata;
    }

    List<StreamShape> streams() {
        return streams;
    }

    EventClass eventClass(int index) {
        return eventClasses.get(index);
    }

    /** In bits; packets must begin at multiples of it. */
    int maxAlignment() {
        return maxAlignment;
    }

    /** Which fields other fields of an event refer to, over all scopes. */
    synchronized Set<FieldLocation> references(StreamClass stream, EventClass event) {
        return references.computeIfAbsent(event, type -> {
            Set<FieldLocation> found = new HashSet<>();
            FieldReferences.collect(metadata.packetHeader(), found);
            FieldReferences.collect(stream.packetContext(), found);
            FieldReferences.collect(stream.eventHeader(), found);
            FieldReferences.collect(stream.commonContext(), found);
            FieldReferences.collect(type, found);
            return found;
        });
    }
}
