/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.model.VertexKind;

/** The resources of one host that threads wait for, numbered in the order in which they were met. */
final class Resources implements Serializable {
    private static final int NONE = -1;
    private static final int MINOR_BITS = 20;
    /** Longest list of names of one interrupt, in characters. */
    private static final int LONGEST_NAMES = 200;

    private static final Set<String> TIMERS = Set.of("timer", "arch_timer", "riscv-timer", "twd");

    private final List<VertexKind> kinds = new ArrayList<>();
    private final IntArrayList keys = new IntArrayList();
    /** The one resource of each kind, by ordinal, or NONE. */
    private final int[] single = new int[VertexKind.values().length];
    private final Int2IntOpenHashMap devices = new Int2IntOpenHashMap();
    private final Int2IntOpenHashMap disks = new Int2IntOpenHashMap();
    private final Int2ObjectOpenHashMap<String> interruptNames = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<String> diskNames = new Int2ObjectOpenHashMap<>();

    Resources() {
        Arrays.fill(single, NONE);
        devices.defaultReturnValue(NONE);
        disks.defaultReturnValue(NONE);
    }

    int size() {
        return kinds.size();
    }

    VertexKind kind(int resource) {
        return kinds.get(resource);
    }

    /** The name of a resource, as far as the trace has told it. */
    String name(int resource) {
        int key = keys.getInt(resource);
        return switch (kinds.get(resource)) {
            case DISK -> isOnly(resource) ? VertexKind.DISK.label() : diskName(key);
            case DEVICE -> interruptNames.getOrDefault(key, "irq " + key);
            default -> kinds.get(resource).label();
        };
    }

    private boolean isOnly(int resource) {
        return single[kinds.get(resource).ordinal()] == resource;
    }

    private String diskName(int device) {
        String name = diskNames.get(device);
        return name != null ? name : (device >>> MINOR_BITS) + ":" + (device & (1 << MINOR_BITS) - 1);
    }

    /** The resource of a kind that has one a host; of disks, the one that stands for some disk. */
    int only(VertexKind kind) {
        if (single[kind.ordinal()] == NONE) {
            single[kind.ordinal()] = add(kind, NONE);
        }
        return single[kind.ordinal()];
    }

    int device(int irq) {
        int resource = devices.get(irq);
        if (resource == NONE) {
            resource = add(VertexKind.DEVICE, irq);
            devices.put(irq, resource);
        }
        return resource;
    }

    int disk(int device) {
        int resource = disks.get(device);
        if (resource == NONE) {
            resource = add(VertexKind.DISK, device);
            disks.put(device, resource);
        }
        return resource;
    }

    void interruptName(int irq, String name) {
        interruptNames.merge(irq, name, (old, now) -> old.length() > LONGEST_NAMES || ("," + old + ",").contains("," + now + ",") ? old
                : old + "," + now);
    }

    void handlerName(int irq, String name) {
        interruptNames.putIfAbsent(irq, name);
    }

    /** Whether a device's interrupt is the platform's timer: by name, and where it has none, number 0, which is the timer on PCs. */
    boolean isTimer(int irq) {
        String name = interruptNames.get(irq);
        return name == null ? irq == 0 : TIMERS.contains(name);
    }

    void diskName(int device, String name) {
        diskNames.put(device, name);
    }

    private int add(VertexKind kind, int key) {
        kinds.add(kind);
        keys.add(key);
        return kinds.size() - 1;
    }
}
