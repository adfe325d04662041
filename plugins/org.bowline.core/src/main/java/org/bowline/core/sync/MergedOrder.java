/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import java.util.List;

/** The packets of all logs in the order of their times, each host's time shifted by an offset. A binary heap of hosts: O(log hosts) per packet. */
final class MergedOrder {
    private final List<PacketLog> logs;
    private final long[] offset;
    private final int[] next;
    private final int[] heap;
    private final long[] key;
    private int size;
    private int host = Matches.NONE;
    private int packet = Matches.NONE;
    private long nanos;

    MergedOrder(List<PacketLog> logs, long[] offset) {
        this.logs = logs;
        this.offset = offset.clone();
        next = new int[logs.size()];
        heap = new int[logs.size()];
        key = new long[logs.size()];
        for (int h = 0; h < logs.size(); h++) {
            if (logs.get(h).size() > 0) {
                key[h] = logs.get(h).nanos(0) + offset[h];
                heap[size] = h;
                int at = size++;
                while (at > 0 && before(heap[at], heap[(at - 1) / 2])) {
                    swap(at, (at - 1) / 2);
                    at = (at - 1) / 2;
                }
            }
        }
    }

    /** Goes to the next packet; false at the end. */
    boolean advance() {
        if (size == 0) {
            return false;
        }
        host = heap[0];
        packet = next[host]++;
        nanos = key[host];
        if (next[host] < logs.get(host).size()) {
            key[host] = logs.get(host).nanos(next[host]) + offset[host];
        } else {
            heap[0] = heap[--size];
        }
        int at = 0;
        while (true) {
            int least = at;
            for (int child = 2 * at + 1; child <= 2 * at + 2 && child < size; child++) {
                if (before(heap[child], heap[least])) {
                    least = child;
                }
            }
            if (least == at) {
                return true;
            }
            swap(at, least);
            at = least;
        }
    }

    private boolean before(int a, int b) {
        return key[a] != key[b] ? key[a] < key[b] : a < b;
    }

    private void swap(int i, int j) {
        int h = heap[i];
        heap[i] = heap[j];
        heap[j] = h;
    }

    /** Host of the present packet. */
    int host() {
        return host;
    }

    /** Index of the present packet in its host's log. */
    int packet() {
        return packet;
    }

    /** Shifted time of the present packet. */
    long nanos() {
        return nanos;
    }
}
