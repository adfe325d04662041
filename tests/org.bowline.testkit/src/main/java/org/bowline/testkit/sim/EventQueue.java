/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.util.Arrays;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** What happens next: a binary heap by time, first in first out among equal times, so that runs repeat exactly. */
final class EventQueue {
    private long[] times = new long[1024];
    private long[] orders = new long[1024];
    private int[] kinds = new int[1024];
    private long[] versions = new long[1024];
    private @Nullable Object[] targets = new Object[1024];
    private int size;
    private long nextOrder;

    private long time;
    private int kind;
    private long version;
    private @Nullable Object target;

    boolean isEmpty() {
        return size == 0;
    }

    void add(long at, int newKind, Object newTarget, long newVersion) {
        if (size == times.length) {
            grow();
        }
        int i = size++;
        long order = nextOrder++;
        while (i > 0) {
            int parent = (i - 1) >>> 1;
            if (before(parent, at, order)) {
                break;
            }
            move(parent, i);
            i = parent;
        }
        set(i, at, order, newKind, newTarget, newVersion);
    }

    /** Takes the first; its parts are read with {@link #time()} and so on. */
    void poll() {
        time = times[0];
        kind = kinds[0];
        version = versions[0];
        target = targets[0];
        int last = --size;
        long at = times[last];
        long order = orders[last];
        int i = 0;
        while (true) {
            int child = 2 * i + 1;
            if (child >= last) {
                break;
            }
            if (child + 1 < last && before(child + 1, times[child], orders[child])) {
                child++;
            }
            if (!before(child, at, order)) {
                break;
            }
            move(child, i);
            i = child;
        }
        set(i, at, order, kinds[last], targets[last], versions[last]);
        targets[last] = null;
    }

    long time() {
        return time;
    }

    int kind() {
        return kind;
    }

    long version() {
        return version;
    }

    Object target() {
        return Objects.requireNonNull(target);
    }

    private boolean before(int i, long at, long order) {
        return times[i] < at || times[i] == at && orders[i] < order;
    }

    private void move(int from, int to) {
        set(to, times[from], orders[from], kinds[from], targets[from], versions[from]);
    }

    private void set(int i, long at, long order, int newKind, @Nullable Object newTarget, long newVersion) {
        times[i] = at;
        orders[i] = order;
        kinds[i] = newKind;
        targets[i] = newTarget;
        versions[i] = newVersion;
    }

    private void grow() {
        int length = times.length * 2;
        times = Arrays.copyOf(times, length);
        orders = Arrays.copyOf(orders, length);
        kinds = Arrays.copyOf(kinds, length);
        versions = Arrays.copyOf(versions, length);
        targets = Arrays.copyOf(targets, length);
    }
}
