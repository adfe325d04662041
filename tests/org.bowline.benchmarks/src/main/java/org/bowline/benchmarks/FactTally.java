/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.util.BitSet;

import org.bowline.core.event.KernelSink;
import org.bowline.core.event.PacketFact;

/** Takes the engine's facts and keeps nothing of them but a checksum, and which threads it has heard of. */
final class FactTally implements KernelSink {
    private static final int MOST_TIDS = 1 << 22;

    private final BitSet heard = new BitSet();
    /** Of all that was told; keeps the compiler from leaving the reading out. */
    long checksum;

    @Override
    public void lost(int cpu, long fromNanos, long toNanos, long count) {
        checksum += cpu + fromNanos + toNanos + count;
    }

    @Override
    public boolean knows(int cpu, int tid) {
        return tid >= 0 && tid < MOST_TIDS && heard.get(tid);
    }

    @Override
    public void switched(long nanos, int cpu, int previousTid, String previousName, Leave leave, int nextTid, String nextName) {
        checksum += nanos + cpu + previousTid + previousName.length() + leave.ordinal() + nextTid + nextName.length();
        hear(previousTid);
        hear(nextTid);
    }

    @Override
    public void waking(long nanos, int cpu, int tid, String name) {
        checksum += nanos + cpu + tid + name.length();
        hear(tid);
    }

    @Override
    public void forked(long nanos, int cpu, int parentTid, int childTid, int childPid, String childName) {
        checksum += nanos + cpu + parentTid + childTid + childPid + childName.length();
    }

    @Override
    public void executed(long nanos, int cpu, int tid, int oldTid) {
        checksum += nanos + cpu + tid + oldTid;
    }

    @Override
    public void interruptEntry(long nanos, int cpu, int irq) {
        checksum += nanos + cpu + irq;
    }

    @Override
    public void interruptExit(long nanos, int cpu, int irq) {
        checksum += nanos + cpu + irq;
    }

    @Override
    public void softInterruptEntry(long nanos, int cpu, int vector) {
        checksum += nanos + cpu + vector;
    }

    @Override
    public void softInterruptExit(long nanos, int cpu, int vector) {
        checksum += nanos + cpu + vector;
    }

    @Override
    public void timerEntry(long nanos, int cpu) {
        checksum += nanos + cpu;
    }

    @Override
    public void timerExit(long nanos, int cpu) {
        checksum += nanos + cpu;
    }

    @Override
    public void vectorEntry(long nanos, int cpu, Vector vector, String name) {
        checksum += nanos + cpu + vector.ordinal() + name.length();
    }

    @Override
    public void vectorExit(long nanos, int cpu, Vector vector) {
        checksum += nanos + cpu + vector.ordinal();
    }

    @Override
    public void packet(long nanos, int cpu, PacketFact packet) {
        checksum += nanos + cpu + packet.sequence + packet.sourceLow + packet.destinationPort + packet.payloadBytes;
    }

    @Override
    public void opaquePacket(long nanos, int cpu) {
        checksum += nanos + cpu;
    }

    @Override
    public void requestQueued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
        checksum += nanos + cpu + device + sector + sectors + tid;
    }

    @Override
    public void requestIssued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
        checksum += nanos + cpu + device + sector + sectors + tid;
    }

    @Override
    public void requestCompleted(long nanos, int cpu, int device, long sector, long sectors) {
        checksum += nanos + cpu + device + sector + sectors;
    }

    @Override
    public void requestRequeued(long nanos, int cpu, int device, long sector, long sectors) {
        checksum += nanos + cpu + device + sector + sectors;
    }

    @Override
    public void threadExists(long nanos, int tid, int pid, int parentPid, String name, boolean blocked) {
        checksum += nanos + tid + pid + parentPid + name.length() + (blocked ? 1 : 0);
    }

    @Override
    public void interruptName(long nanos, int irq, String name) {
        checksum += irq + name.length();
    }

    @Override
    public void handlerName(long nanos, int irq, String name) {
        checksum += irq + name.length();
    }

    @Override
    public void diskName(long nanos, int device, String name) {
        checksum += device + name.length();
    }

    private void hear(int tid) {
        if (tid >= 0 && tid < MOST_TIDS) {
            heard.set(tid);
        }
    }
}
