/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.ArrayList;
import java.util.List;

import it.unimi.dsi.fastutil.ints.IntOpenHashSet;

import org.bowline.core.event.KernelVocabulary.Fact;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;

/**
 * Reads the kernel traces of one host and tells a sink the facts, in time order. Several traces of a host (rotated sessions, several
 * channels' sessions) are merged.
 *
 * <p>Wake-ups are taken from {@code sched_waking}, which is recorded in the waker's context; from {@code sched_wakeup} only where a trace
 * has none: since Linux 4.3 that event may be recorded on the target's CPU.
 */
public final class KernelReader {
    /** RWBS_FLAG_WRITE, RWBS_FLAG_FLUSH, RWBS_FLAG_PREFLUSH. */
    private static final long WRITES_OR_FLUSHES = 1 | 1 << 8 | 1 << 10;

    private static final int POLL_MASK = (1 << 12) - 1;
    /** LTTng's statedump: the process waits. */
    private static final int STATUS_WAIT = 5;

    private final List<KernelSource> sources = new ArrayList<>();
    private final KernelSink sink;
    private final Coverage coverage;
    /** Whether of some processor nothing was recorded for some time. */
    private final boolean anyPartly;
    private final PacketFact packet = new PacketFact();
    private final IntOpenHashSet namedInterrupts = new IntOpenHashSet();
    private long events;
    /** The time of the last event. */
    private long last;
    /** End of the traces that were read to their ends. */
    private long ended = Long.MIN_VALUE;
    /** The last event in them, of whatever sort. */
    private long lastEvent = Long.MIN_VALUE;

    /** @param sink is told all facts but where the traces end */
    KernelReader(KernelSink sink, Coverage coverage) {
        this.sink = sink;
        this.coverage = coverage;
        anyPartly = !coverage.partly.isEmpty();
    }

    /**
     * Reads all events of the traces.
     *
     * @param traces kernel traces of one host
     * @param correctionNanos for each trace, what to add to its times (offsets of one clock that were measured twice)
     * @return the number of facts
     * @throws TraceReadException if a trace is broken and was opened as strict
     */
    public static long read(List<CtfTrace> traces, long[] correctionNanos, KernelSink sink, Progress progress) throws TraceReadException {
        return read(traces, correctionNanos, Coverage.whole(), sink, progress);
    }

    /** The same, of traces whose coverage is known. */
    public static long read(List<CtfTrace> traces, long[] correctionNanos, Coverage coverage, KernelSink sink, Progress progress)
            throws TraceReadException {
        KernelReader reader = new KernelReader(sink, coverage);
        reader.read(KernelSource.of(traces, correctionNanos, progress), progress);
        if (reader.lastEvent != Long.MIN_VALUE) {
            sink.ended(reader.lastEvent);
        }
        return reader.events;
    }

    /** Reads all events of the sources, and closes them. */
    void read(List<KernelSource> those, Progress progress) throws TraceReadException {
        try {
            for (KernelSource source : those) {
                if (source.cursor.next()) {
                    sources.add(source);
                } else {
                    end(source);
                }
            }
            run(progress);
        } finally {
            those.forEach(source -> source.cursor.close());
        }
    }

    /** The number of facts so far. */
    long facts() {
        return events;
    }

    /** When the last event of the sources was recorded, of whatever sort; known when they have been read, {@link Long#MIN_VALUE} if there is none. */
    long lastEventNanos() {
        return lastEvent;
    }

    /**
     * When the first event of the traces was recorded, on the host's clock: the begin of what they know. A packet may begin long before, as
     * LTTng 2.1's first ones do, at a time when nothing was recorded yet.
     *
     * @return {@link Long#MAX_VALUE} if there is no event
     */
    public static long firstEventNanos(List<CtfTrace> traces, long[] correctionNanos) throws TraceReadException {
        long first = Long.MAX_VALUE;
        for (int i = 0; i < traces.size(); i++) {
            try (EventCursor cursor = traces.get(i).cursor(EventSelection.everything())) {
                boolean found = cursor.next();
                while (found && cursor.kind() == EventCursor.LOST) {
                    found = cursor.next();
                }
                if (found) {
                    first = Math.min(first, KernelSource.shifted(cursor.timeNanos(), correctionNanos[i]));
                }
            }
        }
        return first;
    }

    /** Whether the trace was recorded by perf. */
    public static boolean isPerf(TraceMetadata metadata) {
        return has(metadata, "sched:sched_switch") || metadata.environment("tracer_name").equals("perf");
    }

    /** Whether the trace declares no events but samples, and those that say which programs ran. */
    public static boolean isOnlySamples(TraceMetadata metadata) {
        return !new SampleVocabulary(metadata).isEmpty()
                && metadata.eventClasses().stream().noneMatch(type -> type.name().indexOf(':') > 0 && metadata.streams().stream()
                        .noneMatch(stream -> stream.events().contains(type) && SampleVocabulary.isSample(stream, type)));
    }

    /** Whether the trace holds the events of a kernel's scheduler. */
    public static boolean isKernel(TraceMetadata metadata) {
        return metadata.environment("domain").equals("kernel") || isPerf(metadata)
                || (metadata.environment("domain").isEmpty() && has(metadata, "sched_switch"));
    }

    /** Whether the trace knows events of packets that are sent and of such that are received. */
    public static boolean hasPackets(TraceMetadata metadata) {
        return has(metadata, "net_dev_queue") && (has(metadata, "net_if_receive_skb") || has(metadata, "netif_receive_skb"))
                || has(metadata, "inet_sock_local_out") && has(metadata, "inet_sock_local_in");
    }

    /** The clock of a trace's events, or null. */
    public static @org.jspecify.annotations.Nullable ClockClass clock(TraceMetadata metadata) {
        return metadata.clocks().isEmpty() ? null : metadata.clocks().get(0);
    }

    static String release(TraceMetadata metadata) {
        String release = metadata.environment("kernel_release");
        return release.isEmpty() ? metadata.environment("release") : release;
    }

    static boolean has(TraceMetadata metadata, String event) {
        for (EventClass type : metadata.eventClasses()) {
            if (type.name().equals(event)) {
                return true;
            }
        }
        return false;
    }

    private void run(Progress progress) throws TraceReadException {
        while (!sources.isEmpty()) {
            KernelSource first = sources.get(0);
            long limit = Long.MAX_VALUE;
            for (int i = 1; i < sources.size(); i++) {
                KernelSource other = sources.get(i);
                if (other.time() < first.time()) {
                    limit = Math.min(limit, first.time());
                    first = other;
                } else {
                    limit = Math.min(limit, other.time());
                }
            }
            if (!first.begun) {
                begin(first);
            }
            coverage.losses().tell(sink, first.time());
            drain(first, Math.min(limit, Math.max(first.time(), coverage.losses().nextNanos() - 1)), progress);
        }
    }

    /** Tells whether nothing was recorded for a while: chunks of a rotated session follow each other without a gap between their packets. */
    private void begin(KernelSource source) {
        if (ended != Long.MIN_VALUE && source.beginNanos <= source.endNanos && source.beginNanos > ended
                && sources.stream().noneMatch(other -> other.begun)) {
            sink.paused(Math.max(last, Math.min(lastEvent, source.time())), source.time());
        }
        source.begun = true;
    }

    private void end(KernelSource source) {
        long time = source.cursor.lastEventNanos();
        if (time != Long.MIN_VALUE) {
            lastEvent = Math.max(lastEvent, KernelSource.shifted(time, source.correctionNanos));
        }
        source.cursor.close();
    }

    /** Tells the facts of a source up to the time at which another one has its next. */
    private void drain(KernelSource source, long limit, Progress progress) throws TraceReadException {
        EventCursor cursor = source.cursor;
        do {
            tell(source, cursor, source.time());
            if ((++events & POLL_MASK) == 0) {
                progress.check();
                progress.report("Reading kernel events", cursor.progress());
            }
            last = source.time();
            if (!cursor.next()) {
                ended = Math.max(ended, source.endNanos);
                sources.remove(source);
                end(source);
                return;
            }
        } while (source.time() <= limit);
    }

    private void tell(KernelSource source, EventCursor event, long time) {
        int kind = event.kind();
        if (kind == EventCursor.LOST) {
            sink.lost(event.cpu(), time, KernelSource.shifted(event.lostUntilNanos(), source.correctionNanos), event.lostCount());
            return;
        }
        Fact fact = source.facts[kind];
        int cpu = source.cpu();
        switch (fact) {
            case SWITCH -> {
                coverage.seen().switched(cpu);
                if (!Field.PREV_STATE.isIn(event)) {
                    return; // taken for 0, it would turn every wait into the lack of a processor
                }
                int next = Field.NEXT_TID.number(event);
                sink.switched(time, cpu, Field.PREV_TID.number(event), Field.PREV_COMM.text(event),
                        source.previousState.decode(Field.PREV_STATE.value(event)), next,
                        sink.knows(cpu, next) ? "" : Field.NEXT_COMM.text(event));
            }
            case WAKING -> wake(source, event, time, cpu);
            case WAKEUP, WAKEUP_NEW -> {
                // old kernels told of attempts, too
                boolean woken = !Field.SUCCESS.isIn(event) || Field.SUCCESS.value(event) != 0;
                if (source.wakeups && woken) {
                    sink.waking(time, cpu, Field.TID.number(event), Field.COMM.text(event));
                }
                if (woken && (source.wakeups || anyPartly) && Field.TARGET_CPU.isIn(event)) { // else sched_waking tells enough
                    place(source, event, time, cpu);
                }
            }
            case FORK -> sink.forked(time, cpu, Field.PARENT_TID.number(event), Field.CHILD_TID.number(event),
                    Field.CHILD_PID.isIn(event) ? Field.CHILD_PID.number(event) : -1, Field.CHILD_COMM.text(event));
            case EXEC -> sink.executed(time, cpu, Field.TID.number(event), Field.OLD_TID.number(event));
            case IRQ_ENTRY -> {
                int irq = Field.IRQ.number(event);
                if (namedInterrupts.add(irq)) {
                    sink.handlerName(time, irq, Field.NAME.text(event));
                }
                sink.interruptEntry(time, cpu, irq);
            }
            case IRQ_EXIT -> sink.interruptExit(time, cpu, Field.IRQ.number(event));
            case SOFTIRQ_ENTRY -> sink.softInterruptEntry(time, cpu, Field.VEC.number(event));
            case SOFTIRQ_EXIT -> sink.softInterruptExit(time, cpu, Field.VEC.number(event));
            case HRTIMER_ENTRY -> sink.timerEntry(time, cpu);
            case HRTIMER_EXIT -> sink.timerExit(time, cpu);
            case HRTIMER_START -> {
                long slack = Field.EXPIRES.value(event) - Field.SOFT_EXPIRES.value(event);
                if (slack > KernelSink.USUAL_SLACK_NANOS) {
                    sink.timerSet(time, cpu, slack);
                }
            }
            case VECTOR_ENTRY -> sink.vectorEntry(time, cpu, source.vectors[kind], source.vectorNames[kind]);
            case VECTOR_EXIT -> sink.vectorExit(time, cpu, source.vectors[kind]);
            case SEND, RECEIVE -> {
                packet.sent = fact == Fact.SEND;
                PacketFields.readFrame(event, packet);
                if (PacketFields.readHeaders(event, packet)) {
                    sink.packet(time, cpu, packet);
                } else if (packet.sent) {
                    sink.opaqueFrame(time, cpu, packet);
                } else {
                    sink.opaquePacket(time, cpu);
                }
            }
            case SOCKET_OUT, SOCKET_IN -> {
                packet.sent = fact == Fact.SOCKET_OUT;
                packet.networkInterface = "";
                packet.frameBytes = 0;
                if (PacketFields.readSocket(event, packet)) {
                    sink.packet(time, cpu, packet);
                }
            }
            case INSERT -> {
                sink.requestQueued(time, cpu, Field.DEV.number(event), Field.SECTOR.value(event), Field.NR_SECTOR.value(event),
                        requester(event));
                tellWrite(time, event);
            }
            case ISSUE -> {
                sink.requestIssued(time, cpu, Field.DEV.number(event), Field.SECTOR.value(event), Field.NR_SECTOR.value(event),
                        requester(event));
                tellWrite(time, event);
            }
            case COMPLETE ->
                    sink.requestCompleted(time, cpu, Field.DEV.number(event), Field.SECTOR.value(event), Field.NR_SECTOR.value(event));
            case REQUEUE ->
                    sink.requestRequeued(time, cpu, Field.DEV.number(event), Field.SECTOR.value(event), Field.NR_SECTOR.value(event));
            case THREAD -> sink.threadExists(time, Field.TID.number(event), Field.PID.number(event), Field.PPID.number(event),
                    Field.NAME.text(event), Field.STATUS.value(event) == STATUS_WAIT);
            case INTERRUPT -> {
                int irq = Field.IRQ.number(event);
                String action = Field.ACTION.text(event);
                if (!action.isEmpty()) {
                    // devices may share an interrupt: each has its own event
                    namedInterrupts.add(irq);
                    sink.interruptName(time, irq, action);
                }
            }
            case BLOCK_DEVICE -> sink.diskName(time, Field.DEV.number(event), Field.DISK_NAME.text(event));
            case FUTEX_ENTRY -> {
                FutexCall call = FutexCall.of(Field.OPERATION.number(event), Field.EXPECTED.number(event));
                if (call != FutexCall.OTHER) {
                    sink.futexCalled(time, cpu, call, Field.ADDRESS.value(event));
                }
            }
            case FUTEX_EXIT -> sink.futexReturned(time, cpu);
        }
    }

    /** Before a thread is woken its processor is that on which it ran last. */
    private void wake(KernelSource source, EventCursor event, long time, int cpu) {
        int tid = Field.TID.number(event);
        int last = Field.TARGET_CPU.isIn(event) ? Field.TARGET_CPU.number(event) : -1;
        if (last != cpu && source.numbered) {
            coverage.seen().named(last, tid, true);
        }
        if (anyPartly && last >= 0 && coverage.partly.get(last)) {
            sink.wakingElsewhere(time, cpu, tid, Field.COMM.text(event), last);
        } else {
            sink.waking(time, cpu, tid, Field.COMM.text(event));
        }
    }

    /** When it has been woken, its processor is that on which it is to run. */
    private void place(KernelSource source, EventCursor event, long time, int cpu) {
        int tid = Field.TID.number(event);
        int next = Field.TARGET_CPU.number(event);
        if (next != cpu && source.numbered) {
            coverage.seen().named(next, tid, false);
        }
        if (anyPartly) {
            sink.placed(time, cpu, tid, next);
        }
    }

    private static int requester(EventCursor event) {
        return Field.REQUESTER.isIn(event) ? Field.REQUESTER.number(event) : -1;
    }

    /** LTTng's bits for what a block request does, the same in all its versions. */
    private void tellWrite(long time, EventCursor event) {
        if ((Field.RWBS.value(event) & WRITES_OR_FLUSHES) != 0) {
            sink.requestWrites(time, Field.DEV.number(event), Field.SECTOR.value(event), Field.NR_SECTOR.value(event));
        }
    }
}
