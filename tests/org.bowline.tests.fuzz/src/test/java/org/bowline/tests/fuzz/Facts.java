/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.event.KernelSink.Vector;
import org.bowline.core.event.PacketFact;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.timeline.HostLog;
import org.bowline.core.timeline.HostRecorder;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineAssembler;
import org.bowline.core.trace.AnalysisResult;

/**
 * Facts of some hosts' kernels, made of bytes: most are such as occur, in any order; now and then a number is anything. Sixteen numbers of each
 * sort are enough for facts to be about the same things.
 */
public final class Facts {
    private static final int MOST_FACTS = 600;
    private static final String[] NAMES = {"", "a", "kworker/0:1", "napi/eth0-1", "ksoftirqd/0", "\u202e=1+2", "\0\ud800", "x".repeat(300),
        "</script>"};
    private static final int ODD = 0xf0;

    private final byte[] bytes;
    private int at;

    private Facts(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The result of an engine that was told the facts. */
    public static AnalysisResult result(byte[] bytes) {
        return new Facts(bytes).run();
    }

    private int next() {
        return at < bytes.length ? bytes[at++] & 0xff : 0;
    }

    /** Those of bytes that were saved before there was an uninterruptible state are what they were, but that some of the waits are such. */
    private Leave leave() {
        int value = next();
        return switch (value % 3) {
            case 0 -> Leave.PREEMPTED;
            case 1 -> value % 2 == 0 ? Leave.BLOCKED : Leave.UNINTERRUPTIBLE;
            default -> Leave.DEAD;
        };
    }

    private long number() {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | next();
        }
        return value;
    }

    /** A small number; one time in sixteen any. */
    private int few(int below) {
        int value = next();
        return value >= ODD ? (int) number() : value % below;
    }

    private String name() {
        return NAMES[next() % NAMES.length];
    }

    private AnalysisResult run() {
        int hosts = 1 + next() % 3;
        String[] names = new String[hosts];
        HostRecorder[] recorders = new HostRecorder[hosts];
        long[] now = new long[hosts];
        for (int host = 0; host < hosts; host++) {
            names[host] = "h" + host;
            now[host] = 1_000_000L * few(16);
            recorders[host] = new HostRecorder(names[host], next() % 4 == 0 ? Long.MAX_VALUE : now[host]);
        }
        for (int facts = 0; at < bytes.length && facts < MOST_FACTS; facts++) {
            int host = next() % hosts;
            int step = next();
            now[host] = step == 0xff ? number() : now[host] + step * 1_000L;
            tell(recorders[host], now[host]);
        }
        List<HostLog> logs = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            logs.add(recorders[host].finish(next() % 4 == 0 ? number() : Long.MIN_VALUE));
        }
        long[] starts = logs.stream().mapToLong(log -> log.isTimed() ? log.startNanos() : 0).toArray();
        long[] ends = logs.stream().mapToLong(log -> log.isTimed() ? log.endNanos() : 0).toArray();
        SyncResult sync = ClockSync.run(logs.stream().map(HostLog::packets).toList(), names, starts.clone(), ends.clone(),
                ClockSync.Options.DEFAULT.withCoarse(next() % 2 == 0), () -> false);
        Timeline timeline = TimelineAssembler.assemble(logs, sync, Progress.NONE);
        return new AnalysisResult(timeline, sync, timeline.caveats(), starts, ends);
    }

    private void tell(HostRecorder sink, long now) {
        int cpu = few(4);
        switch (next() % 24) {
            case 0, 1, 2, 3, 4, 5 -> sink.switched(now, cpu, few(8), name(), leave(), few(8), name());
            case 6, 7, 8 -> sink.waking(now, cpu, few(8), name());
            case 9 -> sink.forked(now, cpu, few(8), few(8), few(8) - 1, name());
            case 10 -> sink.executed(now, cpu, few(8), few(8));
            case 11 -> sink.interruptEntry(now, cpu, few(4));
            case 12 -> sink.interruptExit(now, cpu, few(4));
            case 13 -> sink.softInterruptEntry(now, cpu, few(10));
            case 14 -> sink.softInterruptExit(now, cpu, few(10));
            case 15 -> sink.vectorEntry(now, cpu, Vector.values()[next() % 3], name());
            case 16 -> sink.vectorExit(now, cpu, Vector.values()[next() % 3]);
            case 17, 18, 19 -> sink.packet(now, cpu, packet());
            case 20 -> sink.requestQueued(now, cpu, few(2), few(8), few(3), few(8) - 1);
            case 21 -> sink.requestIssued(now, cpu, few(2), few(8), few(3), few(8) - 1);
            case 22 -> sink.requestCompleted(now, cpu, few(2), few(8), few(3));
            default -> rare(sink, now, cpu);
        }
    }

    private void rare(HostRecorder sink, long now, int cpu) {
        switch (next() % 8) {
            case 0 -> sink.lost(cpu - 1, now, next() == 0 ? number() : now + 1_000L * next(), few(8) - 1);
            case 1 -> sink.paused(now, next() == 0 ? number() : now + 1_000L * next());
            case 2 -> sink.threadExists(now, few(8), few(8), few(8), name(), next() % 2 == 0);
            case 3 -> sink.timerEntry(now, cpu);
            case 4 -> sink.timerExit(now, cpu);
            case 5 -> sink.opaquePacket(now, cpu);
            case 6 -> sink.diskName(now, few(2), name());
            default -> sink.requestRequeued(now, cpu, few(2), few(8), few(3));
        }
    }

    private PacketFact packet() {
        PacketFact packet = new PacketFact();
        packet.sent = next() % 2 == 0;
        packet.protocol = next() % 8 == 0 ? PacketFact.UDP : PacketFact.TCP;
        packet.addressed = next() % 8 != 0;
        packet.ipVersion = 4;
        packet.sourceLow = few(2);
        packet.destinationLow = few(2);
        packet.sourcePort = 1;
        packet.destinationPort = 2;
        packet.sequence = few(16);
        packet.acknowledgement = few(2);
        packet.payloadBytes = few(6) - 1;
        packet.ipId = few(3) - 1;
        return packet;
    }
}
