/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/** Some facts of a host in the order in which they were recorded, as numbers and texts: what one thread was told, for another thread to tell. */
final class FactBatch {
    /** Small enough to stay in a processor's cache on the way, large enough that handing over costs nothing. */
    private static final int WORDS = 1 << 13;
    private static final int TEXTS = 1 << 12;
    /** The most that one fact takes: a packet. */
    private static final int MOST_WORDS = 14;
    private static final int MOST_TEXTS = 2;

    private static final int INT_BITS = 32;
    private static final long INT_MASK = 0xffff_ffffL;
    /** The first word of a fact: its kind in 8 bits, its processor in 32, and something small. The second one is its time. */
    private static final int KIND_MASK = 0xff;
    private static final int CPU_SHIFT = 8;
    private static final int SMALL_SHIFT = 40;

    private static final Kind[] KINDS = Kind.values();
    private static final KernelSink.Leave[] LEAVES = KernelSink.Leave.values();
    private static final KernelSink.Vector[] VECTORS = KernelSink.Vector.values();
    private static final FutexCall[] CALLS = FutexCall.values();

    private final long[] words = new long[WORDS];
    private final @Nullable String[] texts = new @Nullable String[TEXTS];
    private int wordCount;
    private int textCount;
    private boolean last;
    /** Where it is read. */
    private int word;
    private int text;
    private final PacketFact packet = new PacketFact();

    /** The methods of a sink. */
    private enum Kind {
        LOST, ENDED, PAUSED, // what is not an event
        SWITCHED, WAKING, WAKING_ELSEWHERE, PLACED, FORKED, EXECUTED, THREAD_EXISTS, // threads
        INTERRUPT_ENTRY, INTERRUPT_EXIT, SOFT_INTERRUPT_ENTRY, SOFT_INTERRUPT_EXIT, TIMER_ENTRY, TIMER_EXIT, TIMER_SET, VECTOR_ENTRY,
        VECTOR_EXIT,
        PACKET, OPAQUE_FRAME, OPAQUE_PACKET, // the network
        REQUEST_QUEUED, REQUEST_ISSUED, REQUEST_WRITES, REQUEST_COMPLETED, REQUEST_REQUEUED, // disks
        FUTEX_CALLED, FUTEX_RETURNED, // locks
        INTERRUPT_NAME, HANDLER_NAME, DISK_NAME // names
    }

    /** Nothing comes after it. */
    void end() {
        last = true;
    }

    /** Whether nothing comes after it. */
    boolean isLast() {
        return last;
    }

    /** Whether there are facts that have not been told. */
    boolean hasNext() {
        return word < wordCount;
    }

    /** When the next fact was recorded. */
    long nextNanos() {
        return words[word + 1];
    }

    /** Tells the sink all facts up to, and with, this time that have not been told. */
    void tell(KernelSink sink, long untilNanos) {
        while (word < wordCount && words[word + 1] <= untilNanos) {
            long head = words[word++];
            tell(sink, KINDS[(int) head & KIND_MASK], (int) (head >>> CPU_SHIFT), (int) (head >>> SMALL_SHIFT));
        }
    }

    /** Makes room for others. */
    void clear() {
        word = 0;
        text = 0;
        wordCount = 0;
        textCount = 0;
    }

    private long number() {
        return words[word++];
    }

    private String text() {
        String next = texts[text++];
        return next == null ? "" : next;
    }

    private void tell(KernelSink sink, Kind kind, int cpu, int small) {
        switch (kind) {
            case SWITCHED -> {
                long nanos = number();
                long tids = number();
                sink.switched(nanos, cpu, high(tids), text(), LEAVES[small], (int) tids, text());
            }
            case WAKING -> sink.waking(number(), cpu, (int) number(), text());
            case INTERRUPT_ENTRY -> sink.interruptEntry(number(), cpu, (int) number());
            case INTERRUPT_EXIT -> sink.interruptExit(number(), cpu, (int) number());
            case SOFT_INTERRUPT_ENTRY -> sink.softInterruptEntry(number(), cpu, (int) number());
            case SOFT_INTERRUPT_EXIT -> sink.softInterruptExit(number(), cpu, (int) number());
            case TIMER_ENTRY -> sink.timerEntry(number(), cpu);
            case TIMER_EXIT -> sink.timerExit(number(), cpu);
            case TIMER_SET -> sink.timerSet(number(), cpu, number());
            case VECTOR_ENTRY -> sink.vectorEntry(number(), cpu, VECTORS[small], text());
            case VECTOR_EXIT -> sink.vectorExit(number(), cpu, VECTORS[small]);
            case FUTEX_CALLED -> sink.futexCalled(number(), cpu, CALLS[small], number());
            case FUTEX_RETURNED -> sink.futexReturned(number(), cpu);
            case PACKET, OPAQUE_FRAME, OPAQUE_PACKET -> tellPacket(sink, kind, cpu);
            case REQUEST_QUEUED, REQUEST_ISSUED, REQUEST_WRITES, REQUEST_COMPLETED, REQUEST_REQUEUED -> tellRequest(sink, kind, cpu);
            default -> tellSeldom(sink, kind, cpu, small);
        }
    }

    private void tellPacket(KernelSink sink, Kind kind, int cpu) {
        long nanos = number();
        if (kind == Kind.OPAQUE_PACKET) {
            sink.opaquePacket(nanos, cpu);
            return;
        }
        PacketFact p = packet;
        p.networkInterface = text();
        p.frameBytes = number();
        long shape = number();
        p.sent = (shape & 1) != 0;
        p.addressed = (shape & 2) != 0;
        p.ipVersion = (int) (shape >>> 2) & KIND_MASK;
        p.protocol = high(shape);
        if (kind == Kind.OPAQUE_FRAME) {
            sink.opaqueFrame(nanos, cpu, p);
            return;
        }
        p.sourceHigh = number();
        p.sourceLow = number();
        p.destinationHigh = number();
        p.destinationLow = number();
        long ports = number();
        p.sourcePort = high(ports);
        p.destinationPort = (int) ports;
        p.sequence = number();
        p.acknowledgement = number();
        long flags = number();
        p.flags = high(flags);
        p.payloadBytes = (int) flags;
        long hop = number();
        p.hopLimit = high(hop);
        p.ipId = (int) hop;
        p.buffer = number();
        sink.packet(nanos, cpu, p);
    }

    private void tellRequest(KernelSink sink, Kind kind, int cpu) {
        if (kind == Kind.REQUEST_WRITES) {
            sink.requestWrites(number(), (int) number(), number(), number());
            return;
        }
        long nanos = number();
        long device = number();
        long sector = number();
        long sectors = number();
        switch (kind) {
            case REQUEST_QUEUED -> sink.requestQueued(nanos, cpu, high(device), sector, sectors, (int) device);
            case REQUEST_ISSUED -> sink.requestIssued(nanos, cpu, high(device), sector, sectors, (int) device);
            case REQUEST_COMPLETED -> sink.requestCompleted(nanos, cpu, high(device), sector, sectors);
            default -> sink.requestRequeued(nanos, cpu, high(device), sector, sectors);
        }
    }

    private void tellSeldom(KernelSink sink, Kind kind, int cpu, int small) {
        switch (kind) {
            case LOST -> sink.lost(cpu, number(), number(), number());
            case ENDED -> sink.ended(number());
            case PAUSED -> sink.paused(number(), number());
            case WAKING_ELSEWHERE -> {
                long nanos = number();
                long place = number();
                sink.wakingElsewhere(nanos, cpu, high(place), text(), (int) place);
            }
            case PLACED -> {
                long nanos = number();
                long place = number();
                sink.placed(nanos, cpu, high(place), (int) place);
            }
            case FORKED -> {
                long nanos = number();
                long tids = number();
                sink.forked(nanos, cpu, high(tids), (int) tids, (int) number(), text());
            }
            case EXECUTED -> {
                long nanos = number();
                long tids = number();
                sink.executed(nanos, cpu, high(tids), (int) tids);
            }
            case THREAD_EXISTS -> {
                long nanos = number();
                long pids = number();
                sink.threadExists(nanos, (int) number(), high(pids), (int) pids, text(), small != 0);
            }
            case INTERRUPT_NAME -> sink.interruptName(number(), (int) number(), text());
            case HANDLER_NAME -> sink.handlerName(number(), (int) number(), text());
            case DISK_NAME -> sink.diskName(number(), (int) number(), text());
            default -> throw new IllegalStateException(kind.toString());
        }
    }

    private static long pair(int high, int low) {
        return (long) high << INT_BITS | low & INT_MASK;
    }

    private static int high(long pair) {
        return (int) (pair >> INT_BITS);
    }

    /** Fills batches with what it is told. */
    static final class Filling implements KernelSink {
        private final UnaryOperator<@Nullable FactBatch> next;
        private FactBatch batch;

        /** @param next hands over a batch that is full (null at first), and has an empty one */
        Filling(UnaryOperator<@Nullable FactBatch> next) {
            this.next = next;
            batch = next.apply(null);
        }

        /** The one that is not full yet. */
        FactBatch batch() {
            return batch;
        }

        private FactBatch begin(Kind kind, int cpu, int small, long nanos) {
            FactBatch to = batch;
            if (to.wordCount > WORDS - MOST_WORDS || to.textCount > TEXTS - MOST_TEXTS) {
                to = next.apply(to);
                batch = to;
            }
            int at = to.wordCount;
            to.words[at] = (long) small << SMALL_SHIFT | (cpu & INT_MASK) << CPU_SHIFT | kind.ordinal();
            to.words[at + 1] = nanos;
            to.wordCount = at + 2;
            return to;
        }

        private static void add(FactBatch to, String text) {
            to.texts[to.textCount++] = text;
        }

        private static void add(FactBatch to, long number) {
            to.words[to.wordCount++] = number;
        }

        @Override
        public void lost(int cpu, long fromNanos, long toNanos, long count) {
            FactBatch to = begin(Kind.LOST, cpu, 0, fromNanos);
            add(to, toNanos);
            add(to, count);
        }

        @Override
        public void ended(long nanos) {
            begin(Kind.ENDED, 0, 0, nanos);
        }

        @Override
        public void paused(long fromNanos, long toNanos) {
            add(begin(Kind.PAUSED, 0, 0, fromNanos), toNanos);
        }

        /** Only who is told in the end could tell, and has not been told yet. */
        @Override
        public boolean knows(int cpu, int tid) {
            return false;
        }

        @Override
        public void switched(long nanos, int cpu, int previousTid, String previousName, Leave leave, int nextTid, String nextName) {
            FactBatch to = begin(Kind.SWITCHED, cpu, leave.ordinal(), nanos);
            add(to, pair(previousTid, nextTid));
            add(to, previousName);
            add(to, nextName);
        }

        @Override
        public void waking(long nanos, int cpu, int tid, String name) {
            FactBatch to = begin(Kind.WAKING, cpu, 0, nanos);
            add(to, tid);
            add(to, name);
        }

        @Override
        public void wakingElsewhere(long nanos, int cpu, int tid, String name, int lastCpu) {
            FactBatch to = begin(Kind.WAKING_ELSEWHERE, cpu, 0, nanos);
            add(to, pair(tid, lastCpu));
            add(to, name);
        }

        @Override
        public void placed(long nanos, int cpu, int tid, int onCpu) {
            add(begin(Kind.PLACED, cpu, 0, nanos), pair(tid, onCpu));
        }

        @Override
        public void forked(long nanos, int cpu, int parentTid, int childTid, int childPid, String childName) {
            FactBatch to = begin(Kind.FORKED, cpu, 0, nanos);
            add(to, pair(parentTid, childTid));
            add(to, childPid);
            add(to, childName);
        }

        @Override
        public void executed(long nanos, int cpu, int tid, int oldTid) {
            add(begin(Kind.EXECUTED, cpu, 0, nanos), pair(tid, oldTid));
        }

        @Override
        public void interruptEntry(long nanos, int cpu, int irq) {
            add(begin(Kind.INTERRUPT_ENTRY, cpu, 0, nanos), irq);
        }

        @Override
        public void interruptExit(long nanos, int cpu, int irq) {
            add(begin(Kind.INTERRUPT_EXIT, cpu, 0, nanos), irq);
        }

        @Override
        public void softInterruptEntry(long nanos, int cpu, int vector) {
            add(begin(Kind.SOFT_INTERRUPT_ENTRY, cpu, 0, nanos), vector);
        }

        @Override
        public void softInterruptExit(long nanos, int cpu, int vector) {
            add(begin(Kind.SOFT_INTERRUPT_EXIT, cpu, 0, nanos), vector);
        }

        @Override
        public void timerEntry(long nanos, int cpu) {
            begin(Kind.TIMER_ENTRY, cpu, 0, nanos);
        }

        @Override
        public void timerExit(long nanos, int cpu) {
            begin(Kind.TIMER_EXIT, cpu, 0, nanos);
        }

        @Override
        public void timerSet(long nanos, int cpu, long slackNanos) {
            add(begin(Kind.TIMER_SET, cpu, 0, nanos), slackNanos);
        }

        @Override
        public void vectorEntry(long nanos, int cpu, Vector vector, String name) {
            add(begin(Kind.VECTOR_ENTRY, cpu, vector.ordinal(), nanos), name);
        }

        @Override
        public void vectorExit(long nanos, int cpu, Vector vector) {
            begin(Kind.VECTOR_EXIT, cpu, vector.ordinal(), nanos);
        }

        private FactBatch frame(Kind kind, long nanos, int cpu, PacketFact p) {
            FactBatch to = begin(kind, cpu, 0, nanos);
            add(to, p.networkInterface);
            add(to, p.frameBytes);
            add(to, pair(p.protocol, p.ipVersion << 2 | (p.addressed ? 2 : 0) | (p.sent ? 1 : 0)));
            return to;
        }

        @Override
        public void packet(long nanos, int cpu, PacketFact p) {
            FactBatch to = frame(Kind.PACKET, nanos, cpu, p);
            add(to, p.sourceHigh);
            add(to, p.sourceLow);
            add(to, p.destinationHigh);
            add(to, p.destinationLow);
            add(to, pair(p.sourcePort, p.destinationPort));
            add(to, p.sequence);
            add(to, p.acknowledgement);
            add(to, pair(p.flags, p.payloadBytes));
            add(to, pair(p.hopLimit, p.ipId));
            add(to, p.buffer);
        }

        @Override
        public void opaqueFrame(long nanos, int cpu, PacketFact p) {
            frame(Kind.OPAQUE_FRAME, nanos, cpu, p);
        }

        @Override
        public void opaquePacket(long nanos, int cpu) {
            begin(Kind.OPAQUE_PACKET, cpu, 0, nanos);
        }

        private void request(Kind kind, long nanos, int cpu, int device, int tid, long sector, long sectors) {
            FactBatch to = begin(kind, cpu, 0, nanos);
            add(to, pair(device, tid));
            add(to, sector);
            add(to, sectors);
        }

        @Override
        public void requestQueued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
            request(Kind.REQUEST_QUEUED, nanos, cpu, device, tid, sector, sectors);
        }

        @Override
        public void requestIssued(long nanos, int cpu, int device, long sector, long sectors, int tid) {
            request(Kind.REQUEST_ISSUED, nanos, cpu, device, tid, sector, sectors);
        }

        @Override
        public void requestWrites(long nanos, int device, long sector, long sectors) {
            FactBatch to = begin(Kind.REQUEST_WRITES, 0, 0, nanos);
            add(to, device);
            add(to, sector);
            add(to, sectors);
        }

        @Override
        public void requestCompleted(long nanos, int cpu, int device, long sector, long sectors) {
            request(Kind.REQUEST_COMPLETED, nanos, cpu, device, 0, sector, sectors);
        }

        @Override
        public void requestRequeued(long nanos, int cpu, int device, long sector, long sectors) {
            request(Kind.REQUEST_REQUEUED, nanos, cpu, device, 0, sector, sectors);
        }

        @Override
        public void threadExists(long nanos, int tid, int pid, int parentPid, String name, boolean blocked) {
            FactBatch to = begin(Kind.THREAD_EXISTS, 0, blocked ? 1 : 0, nanos);
            add(to, pair(pid, parentPid));
            add(to, tid);
            add(to, name);
        }

        @Override
        public void futexCalled(long nanos, int cpu, FutexCall call, long address) {
            add(begin(Kind.FUTEX_CALLED, cpu, call.ordinal(), nanos), address);
        }

        @Override
        public void futexReturned(long nanos, int cpu) {
            begin(Kind.FUTEX_RETURNED, cpu, 0, nanos);
        }

        private void name(Kind kind, long nanos, int of, String name) {
            FactBatch to = begin(kind, 0, 0, nanos);
            add(to, of);
            add(to, name);
        }

        @Override
        public void interruptName(long nanos, int irq, String name) {
            name(Kind.INTERRUPT_NAME, nanos, irq, name);
        }

        @Override
        public void handlerName(long nanos, int irq, String name) {
            name(Kind.HANDLER_NAME, nanos, irq, name);
        }

        @Override
        public void diskName(long nanos, int device, String name) {
            name(Kind.DISK_NAME, nanos, device, name);
        }
    }
}
