/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.TraceMetadata;

/** A trace's metadata compiled for one selection. Belongs to one cursor: event classes are compiled as they come. */
public final class TraceLayout {
    /** More than any alignment; what is known about the position where a packet begins. */
    private static final long PACKET_START_MODULUS = 1L << 32;

    private final TraceShape shape;
    private final EventSelection selection;
    private final Map<String, Integer> kinds = new HashMap<>();
    private final Program packetHeader;
    private final List<StreamLayout> streams = new ArrayList<>();
    private final List<Machine> machines = new ArrayList<>();
    private int registerCount = Machine.ROLE_COUNT;
    private int anchorCount = 1;

    /** Compiles packet headers, packet contexts and event headers. */
    public TraceLayout(TraceShape shape, EventSelection selection) {
        this.shape = shape;
        this.selection = selection;
        for (int kind = 0; kind < selection.requests().size(); kind++) {
            kinds.putIfAbsent(selection.requests().get(kind).event(), kind);
        }
        Set<FieldLocation> shared = new LinkedHashSet<>();
        FieldReferences.collect(shape.metadata().packetHeader(), shared);
        for (TraceShape.StreamShape stream : shape.streams()) {
            shared.addAll(stream.references);
        }
        Map<FieldLocation, Integer> registers = new HashMap<>();
        int next = StreamLayout.assign(shared, Scope.PACKET_HEADER, registers, Machine.ROLE_COUNT);
        LayoutCompiler header = new LayoutCompiler(registers, Set.of(), next, 1).startAt(PACKET_START_MODULUS, 0);
        header.add(Scope.PACKET_HEADER, shape.metadata().packetHeader(), null);
        packetHeader = header.finish();
        note(header);
        for (TraceShape.StreamShape stream : shape.streams()) {
            streams.add(new StreamLayout(stream, this, registers, header));
        }
    }

    /** A compiler has finished: machines need room for what it uses. */
    void note(LayoutCompiler compiler) {
        registerCount = Math.max(registerCount, compiler.registerCount());
        anchorCount = Math.max(anchorCount, compiler.anchorCount());
        for (Machine machine : machines) {
            machine.makeRoom(registerCount, anchorCount);
        }
    }

    /** A machine that runs this trace's programs, also those that are compiled later. */
    void register(Machine machine) {
        machines.add(machine);
        machine.makeRoom(registerCount, anchorCount);
    }

    EventSelection selection() {
        return selection;
    }

    /** The kind of the events of a name, or {@link EventLayout#UNWANTED}. */
    int kind(String eventName) {
        return kinds.getOrDefault(eventName, EventLayout.UNWANTED);
    }

    TraceShape shape() {
        return shape;
    }

    /** Whether all packets of a stream were recorded on one processor, as LTTng's are. */
    boolean isOfOneProcessor() {
        return metadata().environment("tracer_name").startsWith("lttng");
    }

    TraceMetadata metadata() {
        return shape.metadata();
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

    int maxAlignment() {
        return shape.maxAlignment();
    }
}
