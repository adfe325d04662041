/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.jspecify.annotations.Nullable;

/** A trace's metadata compiled for one selection: every scope of every class once. */
public final class TraceLayout {
    /** More than any alignment; what is known about the position where a packet begins. */
    private static final long PACKET_START_MODULUS = 1L << 32;
    private static final String HEADER = "$header.";
    private static final String PACKET = "$packet.";
    private static final String COMMON = "$common.";
    private static final String SPECIFIC = "$specific.";

    private final TraceMetadata metadata;
    private final Program packetHeader;
    private final List<StreamLayout> streams = new ArrayList<>();
    private final int maxAlignment;
    private final List<EventClass> eventClasses;
    private final IdentityHashMap<EventClass, Set<FieldLocation>> references = new IdentityHashMap<>();
    private int registerCount = Machine.ROLE_COUNT;
    private int anchorCount = 1;

    /** Compiles. */
    public TraceLayout(TraceMetadata metadata, EventSelection selection) {
        this.metadata = metadata;
        eventClasses = metadata.eventClasses();
        maxAlignment = Alignments.greatest(metadata);
        Set<FieldLocation> shared = new LinkedHashSet<>();
        FieldReferences.collect(metadata.packetHeader(), shared);
        for (StreamClass stream : metadata.streams()) {
            shared.addAll(FieldReferences.of(stream));
        }
        Map<FieldLocation, Integer> headerRegisters = new HashMap<>();
        int next = assign(shared, Scope.PACKET_HEADER, headerRegisters, Machine.ROLE_COUNT);
        LayoutCompiler header = new LayoutCompiler(headerRegisters, Set.of(), next, 1).startAt(PACKET_START_MODULUS, 0);
        header.add(Scope.PACKET_HEADER, metadata.packetHeader(), null);
        packetHeader = header.finish();
        note(header);
        Map<String, Integer> kinds = new HashMap<>();
        for (int kind = 0; kind < selection.requests().size(); kind++) {
            kinds.putIfAbsent(selection.requests().get(kind).event(), kind);
        }
        int firstClassIndex = 0;
        for (StreamClass stream : metadata.streams()) {
            streams.add(stream(stream, selection, kinds, headerRegisters, header, firstClassIndex));
            firstClassIndex += stream.events().size();
        }
    }

    private static int assign(Set<FieldLocation> locations, Scope scope, Map<FieldLocation, Integer> registers, int first) {
        int next = first;
        for (FieldLocation location : locations) {
            if (location.scope() == scope && !registers.containsKey(location)) {
                registers.put(location, next++);
            }
        }
        return next;
    }

    private void note(LayoutCompiler compiler) {
        registerCount = Math.max(registerCount, compiler.registerCount());
        anchorCount = Math.max(anchorCount, compiler.anchorCount());
    }

    private StreamLayout stream(StreamClass stream, EventSelection selection, Map<String, Integer> kinds,
            Map<FieldLocation, Integer> headerRegisters, LayoutCompiler packetHeaderCompiler, int firstClassIndex) {
        Set<FieldLocation> references = FieldReferences.of(stream);
        Map<FieldLocation, Integer> registers = new HashMap<>(headerRegisters);
        int next = assign(references, Scope.PACKET_CONTEXT, registers, packetHeaderCompiler.registerCount());
        List<String> packetPaths = paths(selection, PACKET);
        LayoutCompiler context = new LayoutCompiler(registers, packetHeaderCompiler.loaded(), next, packetHeaderCompiler.anchorCount())
                .startAt(packetHeaderCompiler.modulus(), packetHeaderCompiler.remainder());
        context.add(Scope.PACKET_CONTEXT, stream.packetContext(), wanted(packetPaths));
        Program contextProgram = context.finish();
        note(context);

        next = assign(references, Scope.EVENT_HEADER, registers, context.registerCount());
        boolean headerReferred = references.stream().anyMatch(location -> location.scope() == Scope.EVENT_HEADER)
                && headerReferredFromOutside(stream);
        List<String> headerPaths = paths(selection, HEADER);
        LayoutCompiler header = new LayoutCompiler(registers, context.loaded(), next, context.anchorCount()).startAt(1, 0);
        header.add(Scope.EVENT_HEADER, stream.eventHeader(), wanted(headerPaths));
        Program headerProgram = header.finish();
        note(header);
        HeaderForm form = HeaderForm.of(stream.eventHeader());
        if ((headerReferred || !header.fields().isEmpty()) && form != HeaderForm.NONE) {
            form = HeaderForm.PROGRAM;
        }

        next = assign(references, Scope.COMMON_CONTEXT, registers, header.registerCount());
        Map<Long, EventLayout> events = new HashMap<>();
        for (int i = 0; i < stream.events().size(); i++) {
            EventClass event = stream.events().get(i);
            int kind = selection.isEverything() ? firstClassIndex + i : kinds.getOrDefault(event.name(), EventLayout.UNWANTED);
            List<String> slots = kind == EventLayout.UNWANTED || selection.isEverything() ? List.of() : selection.requests().get(kind).fields();
            events.putIfAbsent(event.id(), event(stream, event, kind, firstClassIndex + i, slots, registers, next, header, packetPaths,
                    context.fields(), headerPaths));
        }
        boolean eventsHaveId = Alignments.hasEventId(stream.eventHeader());
        return new StreamLayout(stream, new ClockConverter(stream.clock()), contextProgram, context.discardedSize(), context.sequenceSize(), form,
                headerProgram, events, eventsHaveId);
    }

    private static boolean headerReferredFromOutside(StreamClass stream) {
        Set<FieldLocation> outside = new HashSet<>();
        FieldReferences.collect(stream.commonContext(), outside);
        for (EventClass event : stream.events()) {
            FieldReferences.collect(event, outside);
        }
        return outside.stream().anyMatch(location -> location.scope() == Scope.EVENT_HEADER);
    }

    private EventLayout event(StreamClass stream, EventClass event, int kind, int classIndex, List<String> slots,
            Map<FieldLocation, Integer> streamRegisters, int firstRegister, LayoutCompiler header, List<String> packetPaths,
            Map<Integer, Field> packetFields, List<String> headerPaths) {
        Set<FieldLocation> references = new LinkedHashSet<>();
        FieldReferences.collect(event, references);
        FieldReferences.collect(stream.commonContext(), references);
        Map<FieldLocation, Integer> registers = new HashMap<>();
        for (FieldLocation location : references) {
            Integer known = streamRegisters.get(location);
            if (known != null) {
                registers.put(location, known);
            }
        }
        int next = assign(references, Scope.SPECIFIC_CONTEXT, registers, firstRegister);
        next = assign(references, Scope.PAYLOAD, registers, next);
        LayoutCompiler compiler = new LayoutCompiler(registers, header.loaded(), next, header.anchorCount());
        compiler.startAt(header.modulus(), header.remainder()).startAtBase();
        Wanted common = wanted(slots, COMMON);
        Wanted specific = wanted(slots, SPECIFIC);
        Wanted payload = wanted(slots, "");
        compiler.add(Scope.COMMON_CONTEXT, stream.commonContext(), common);
        compiler.add(Scope.SPECIFIC_CONTEXT, event.specificContext(), specific);
        compiler.add(Scope.PAYLOAD, event.payload(), payload);
        long fixedBits = compiler.fixedBits();
        Program program = compiler.finish();
        note(compiler);
        @Nullable Field[] fields = new Field[slots.size()];
        for (int slot = 0; slot < fields.length; slot++) {
            String path = slots.get(slot);
            if (path.startsWith(PACKET)) {
                fields[slot] = packetFields.get(packetPaths.indexOf(path.substring(PACKET.length())));
            } else if (path.startsWith(HEADER)) {
                fields[slot] = header.fields().get(headerPaths.indexOf(path.substring(HEADER.length())));
            } else {
                fields[slot] = compiler.fields().get(slot);
            }
        }
        return new EventLayout(kind, classIndex, compiler.headMask(), fixedBits, program, fields);
    }

    private static List<String> paths(EventSelection selection, String prefix) {
        Set<String> found = new LinkedHashSet<>();
        for (EventSelection.Request request : selection.requests()) {
            for (String field : request.fields()) {
                if (field.startsWith(prefix)) {
                    found.add(field.substring(prefix.length()));
                }
            }
        }
        return List.copyOf(found);
    }

    private static @Nullable Wanted wanted(List<String> paths) {
        return wanted(paths, "");
    }

    /** The paths with this prefix; with an empty prefix those without any. */
    private static @Nullable Wanted wanted(List<String> paths, String prefix) {
        List<Wanted.Entry> entries = new ArrayList<>();
        for (int slot = 0; slot < paths.size(); slot++) {
            String path = paths.get(slot);
            boolean here = prefix.isEmpty() ? !path.startsWith("$") : path.startsWith(prefix);
            if (here) {
                entries.add(new Wanted.Entry(slot, path.substring(prefix.length())));
            }
        }
        return entries.isEmpty() ? null : new Wanted(entries);
    }

    TraceMetadata metadata() {
        return metadata;
    }

    EventClass eventClass(int index) {
        return eventClasses.get(index);
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

    Program packetHeader() {
        return packetHeader;
    }

    List<StreamLayout> streams() {
        return streams;
    }

    /** Index of the stream class with an id, or −1. */
    int streamIndex(long id) {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).stream.id() == id) {
                return i;
            }
        }
        return -1;
    }

    /** In bits; packets must begin at multiples of it. */
    int maxAlignment() {
        return maxAlignment;
    }

    int registerCount() {
        return registerCount;
    }

    int anchorCount() {
        return anchorCount;
    }
}
