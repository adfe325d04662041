/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StreamClass;

/**
 * How packets and events of one stream class are read for one selection. Packet context and event header are compiled at once, each event
 * class when its first event comes. Belongs to one cursor.
 */
final class StreamLayout {
    /** Event ids below this are looked up in an array. */
    private static final int DENSE = 1 << 16;
    /** The size depends on the event, or its class has not been compiled yet. */
    static final long UNKNOWN_SIZE = -1;
    private static final String HEADER = "$header.";
    private static final String PACKET = "$packet.";
    private static final String COMMON = "$common.";
    private static final String SPECIFIC = "$specific.";

    private final TraceShape.StreamShape shape;
    private final TraceLayout trace;
    final StreamClass stream;
    final ClockConverter clock;
    /** Packet context, after the packet header. */
    final Program packetContext;
    final int discardedSize;
    final int sequenceSize;
    final HeaderForm header;
    final Program headerProgram;

    private final Map<FieldLocation, Integer> registers;
    private final LayoutCompiler headerCompiler;
    private final int firstRegister;
    private final List<String> packetPaths;
    private final Map<Integer, Field> packetFields;
    private final List<String> headerPaths;
    /** By event id. */
    private final @Nullable EventLayout[] dense;
    /** By event id: size behind a header that ends with a whole byte, or {@link #UNKNOWN_SIZE}. */
    private final long[] sizes;
    /** By position of the class. */
    private final @Nullable EventLayout[] compiled;

    StreamLayout(TraceShape.StreamShape shape, TraceLayout trace, Map<FieldLocation, Integer> packetRegisters,
            LayoutCompiler packetHeader) {
        this.shape = shape;
        this.trace = trace;
        stream = shape.stream;
        clock = new ClockConverter(stream.clock());
        registers = new HashMap<>(packetRegisters);
        int next = assign(shape.references, Scope.PACKET_CONTEXT, registers, packetHeader.registerCount());
        packetPaths = paths(trace.selection(), PACKET);
        LayoutCompiler context = new LayoutCompiler(registers, packetHeader.loaded(), next, packetHeader.anchorCount())
                .startAt(packetHeader.modulus(), packetHeader.remainder());
        context.add(Scope.PACKET_CONTEXT, stream.packetContext(), wanted(packetPaths, ""));
        packetContext = context.finish();
        packetFields = context.fields();
        discardedSize = context.discardedSize();
        sequenceSize = context.sequenceSize();
        trace.note(context);

        next = assign(shape.references, Scope.EVENT_HEADER, registers, context.registerCount());
        headerPaths = paths(trace.selection(), HEADER);
        headerCompiler = new LayoutCompiler(registers, context.loaded(), next, context.anchorCount()).startAt(1, 0);
        headerCompiler.add(Scope.EVENT_HEADER, stream.eventHeader(), wanted(headerPaths, ""));
        headerProgram = headerCompiler.finish();
        trace.note(headerCompiler);
        HeaderForm form = HeaderForm.of(stream.eventHeader());
        boolean readBySomeone = shape.headerIsReferredTo || !headerCompiler.fields().isEmpty();
        header = readBySomeone && form != HeaderForm.NONE ? HeaderForm.PROGRAM : form;

        firstRegister = assign(shape.references, Scope.COMMON_CONTEXT, registers, headerCompiler.registerCount());
        dense = new EventLayout[shape.greatestIdBelow(DENSE) + 1];
        sizes = new long[dense.length];
        Arrays.fill(sizes, UNKNOWN_SIZE);
        compiled = new EventLayout[stream.events().size()];
    }

    /** The layout of the events with an id, or null if there is no such class. */
    @Nullable
    EventLayout layout(long id) {
        if (id >= 0 && id < dense.length) {
            EventLayout known = dense[(int) id];
            if (known != null) {
                return known;
            }
        }
        return find(id);
    }

    /**
     * Size in bits of the events with an id behind a header that ends with a whole byte, or {@link #UNKNOWN_SIZE}. Where the next event
     * begins is what reading waits for: this is one load less than by way of the layout.
     */
    long size(int id) {
        return id < sizes.length ? sizes[id] : UNKNOWN_SIZE;
    }

    /** The layout of all events, where they carry no id because there is one class only. */
    @Nullable
    EventLayout only() {
        if (shape.eventsHaveId || compiled.length != 1) {
            return null;
        }
        EventLayout known = compiled[0];
        return known != null ? known : compile(0);
    }

    private @Nullable EventLayout find(long id) {
        int position = shape.position(id);
        if (position == TraceShape.NO_CLASS) {
            return null;
        }
        EventLayout layout = compiled[position];
        if (layout == null) {
            layout = compile(position);
        }
        if (id >= 0 && id < dense.length) {
            dense[(int) id] = layout;
            sizes[(int) id] = layout.headMask < Byte.SIZE ? layout.fixedBits : UNKNOWN_SIZE;
        }
        return layout;
    }

    private EventLayout compile(int position) {
        EventClass event = stream.events().get(position);
        EventSelection selection = trace.selection();
        int classIndex = shape.firstClassIndex + position;
        int kind = selection.isEverything() ? classIndex : trace.kind(event.name());
        List<String> slots = kind == EventLayout.UNWANTED || selection.isEverything() ? List.of() : selection.requests().get(kind).fields();
        Set<FieldLocation> references = new LinkedHashSet<>();
        FieldReferences.collect(event, references);
        FieldReferences.collect(stream.commonContext(), references);
        Map<FieldLocation, Integer> own = new HashMap<>();
        for (FieldLocation location : references) {
            Integer known = registers.get(location);
            if (known != null) {
                own.put(location, known);
            }
        }
        int next = assign(references, Scope.SPECIFIC_CONTEXT, own, firstRegister);
        next = assign(references, Scope.PAYLOAD, own, next);
        LayoutCompiler compiler = new LayoutCompiler(own, headerCompiler.loaded(), next, headerCompiler.anchorCount())
                .startAt(headerCompiler.modulus(), headerCompiler.remainder()).startAtBase();
        compiler.add(Scope.COMMON_CONTEXT, stream.commonContext(), wanted(slots, COMMON));
        compiler.add(Scope.SPECIFIC_CONTEXT, event.specificContext(), wanted(slots, SPECIFIC));
        compiler.add(Scope.PAYLOAD, event.payload(), wanted(slots, ""));
        long fixedBits = compiler.fixedBits();
        Program program = compiler.finish();
        @Nullable Field[] fields = new Field[slots.size()];
        for (int slot = 0; slot < fields.length; slot++) {
            String path = slots.get(slot);
            if (path.startsWith(PACKET)) {
                fields[slot] = packetFields.get(packetPaths.indexOf(path.substring(PACKET.length())));
            } else if (path.startsWith(HEADER)) {
                fields[slot] = headerCompiler.fields().get(headerPaths.indexOf(path.substring(HEADER.length())));
            } else {
                fields[slot] = compiler.fields().get(slot);
            }
        }
        EventLayout layout = new EventLayout(kind, classIndex, compiler.headMask(), fixedBits, program, fields);
        compiled[position] = layout;
        trace.note(compiler);
        return layout;
    }

    /** Gives registers to the locations of a scope; returns the next free one. */
    static int assign(Set<FieldLocation> locations, Scope scope, Map<FieldLocation, Integer> registers, int first) {
        int next = first;
        for (FieldLocation location : locations) {
            if (location.scope() == scope && !registers.containsKey(location)) {
                registers.put(location, next++);
            }
        }
        return next;
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

    /** The paths with this prefix, without it; with an empty prefix those without any. An empty path asks for nothing. */
    private static @Nullable Wanted wanted(List<String> paths, String prefix) {
        List<Wanted.Entry> entries = new ArrayList<>();
        for (int slot = 0; slot < paths.size(); slot++) {
            String path = paths.get(slot);
            if (prefix.isEmpty() ? !path.isEmpty() && !path.startsWith("$") : path.startsWith(prefix)) {
                entries.add(new Wanted.Entry(slot, path.substring(prefix.length())));
            }
        }
        return entries.isEmpty() ? null : new Wanted(entries);
    }
}
