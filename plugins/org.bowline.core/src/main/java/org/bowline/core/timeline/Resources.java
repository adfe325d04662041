/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.model.VertexKind;

/** The resources of one host that threads wait for, numbered in the order in which they were met. */
final class Resources {
    private static final int NONE = -1;
    private static final int MINOR_BITS = 20;

    private final List<VertexKind> kinds = new ArrayList<>();
    private final IntArrayList keys = new IntArrayList();
    private final Map<VertexKind, Integer> single = new HashMap<>();
    private final Int2IntOpenHashMap devices = new Int2IntOpenHashMap();
    private final Int2IntOpenHashMap disks = new Int2IntOpenHashMap();
    private final Int2ObjectOpenHashMap<String> interruptNames = new Int2ObjectOpenHashMap<>();
    private final Int2ObjectOpenHashMap<String> diskNames = new Int2ObjectOpenHashMap<>();

    Resources() {
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
            case DISK -> diskNames.getOrDefault(key, (key >>> MINOR_BITS) + ":" + (key & (1 << MINOR_BITS) - 1));
            case DEVICE -> deviceName(key);
            default -> kinds.get(resource).label();
        };
    }

    private String deviceName(int key) {
        return key < 0 ? VertexKind.DEVICE.label() : interruptNames.getOrDefault(key, "irq " + key);
    }

    /** The only resource of its kind on the host. */
    int only(VertexKind kind) {
        Integer known = single.get(kind);
        if (known != null) {
            return known;
        }
        int resource = add(kind, NONE);
        single.put(kind, resource);
        return resource;
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
        interruptNames.merge(irq, name, (old, now) -> ("," + old + ",").contains("," + now + ",") ? old : old + "," + now);
    }

    /** Whether a device's interrupt is the platform's timer. */
    boolean isTimer(int irq) {
        return irq == 0 || "timer".equals(interruptNames.get(irq));
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
