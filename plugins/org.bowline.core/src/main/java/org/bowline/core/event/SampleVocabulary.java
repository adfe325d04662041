/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TraceMetadata;

/**
 * Samples of call stacks: what a processor was doing when a timer, or perf, interrupted it. LTTng has no event of its own for that, but a timer's with the contexts {@code callstack-kernel} and
 * {@code callstack-user} tells the same: a busy processor gets the scheduler's tick at equal distances. Perf's are those events that have nothing but what perf says of every sample.
 *
 * <p>Addresses come as {@link StackVocabulary} has them, return addresses with the innermost first. The innermost of a program is where it was interrupted, and so one less than where a call from there
 * would return to: one is added, so that who looks up the byte before finds it.
 */
public final class SampleVocabulary {
    /** Come on a busy processor at equal distances, in an interrupt. */
    private static final List<String> TIMERS = List.of("timer_hrtimer_expire_entry", "x86_irq_vectors_local_timer_entry");
    private static final String PERF = "perf_";
    private static final String CHAIN = "perf_callchain";
    private static final String ADDRESS = "perf_ip";
    private static final String THREAD_ID = "perf_tid";
    private static final String[] SIDES = {"callstack_kernel", "callstack_user"};
    /** Addresses that perf puts between those of two sides, which say whose come then, are above this, as unsigned numbers: {@code PERF_CONTEXT_MAX}. */
    private static final long FIRST_MARK = -4095;
    private static final long MARK_OF_KERNEL = -128;
    private static final long MARK_OF_USER = -512;

    // slots
    private static final int FIRST_SIDE = 0;
    private static final int PERF_CHAIN = 4;
    private static final int PERF_ADDRESS = 5;
    private static final int PERF_THREAD = 6;
    private static final String[] FIELDS = {"$common." + SIDES[0], "$specific." + SIDES[0], "$common." + SIDES[1],
        "$specific." + SIDES[1], CHAIN, ADDRESS, THREAD_ID};

    private final Set<String> events = new TreeSet<>();
    private final EventSelection selection;
    private final boolean perf;

    /** What a trace may have of them. */
    public SampleVocabulary(TraceMetadata metadata) {
        boolean isPerf = false;
        for (StreamClass stream : metadata.streams()) {
            for (EventClass event : stream.events()) {
                if (isSample(stream, event)) {
                    events.add(event.name());
                    isPerf |= !TIMERS.contains(event.name());
                }
            }
        }
        perf = isPerf;
        EventSelection.Builder builder = EventSelection.builder();
        events.forEach(event -> builder.add(event, FIELDS));
        selection = builder.build();
    }

    /** Whether an event is read as a sample. */
    static boolean isSample(StreamClass stream, EventClass event) {
        return isTimer(event.name()) ? hasStack(stream.commonContext()) || hasStack(event.specificContext()) : isPerfs(event.payload());
    }

    /** Whether call stacks of this event are those of whatever a timer interrupts. */
    static boolean isTimer(String event) {
        return TIMERS.contains(event);
    }

    private static boolean hasStack(@Nullable StructClass context) {
        return has(context, SIDES[0]::equals) || has(context, SIDES[1]::equals);
    }

    /** Whether the fields of an event are those of a sample of perf's; tracepoints that it records have fields of their own. */
    static boolean isPerfs(@Nullable StructClass payload) {
        return has(payload, THREAD_ID::equals) && (has(payload, CHAIN::equals) || has(payload, ADDRESS::equals))
                && !has(payload, field -> !field.startsWith(PERF) && !field.startsWith('_' + PERF));
    }

    private static boolean has(@Nullable StructClass struct, Predicate<String> name) {
        return struct != null && struct.members().stream().anyMatch(member -> name.test(member.name()));
    }

    /** Whether a trace has none. */
    public boolean isEmpty() {
        return events.isEmpty();
    }

    /** Whether they are perf's, which tell the thread, and not its processor. */
    public boolean isPerf() {
        return perf;
    }

    /** What to ask a trace for. */
    public EventSelection selection() {
        return selection;
    }

    /** The thread that was interrupted; −1 if only the processor is known. */
    public int thread(EventCursor cursor) {
        return perf && cursor.has(PERF_THREAD) ? (int) cursor.integer(PERF_THREAD) : -1;
    }

    /**
     * The addresses of the present sample.
     *
     * @param into where to put them: first those of the kernel; of each side as many as fit into half of it
     * @return how many there are, and how many of them are the kernel's in the upper 32 bits; {@link #isCut} tells whether there were more
     */
    public static long addresses(EventCursor cursor, long[] into) {
        if (cursor.has(PERF_CHAIN) && cursor.length(PERF_CHAIN) > 0) {
            return ofPerf(cursor, into);
        }
        if (cursor.has(PERF_ADDRESS)) {
            long address = cursor.integer(PERF_ADDRESS);
            into[0] = address + 1;
            return address == 0 ? 0 : address < 0 ? 1L << Integer.SIZE | 1 : 1;
        }
        int kernel = side(cursor, FIRST_SIDE, into, 0);
        int count = side(cursor, FIRST_SIDE + 2, into, kernel);
        if (count > kernel) {
            into[kernel]++;
        }
        return (long) kernel << Integer.SIZE | count;
    }

    private static int side(EventCursor cursor, int first, long[] into, int from) {
        int slot = cursor.has(first) ? first : first + 1;
        int length = Math.min(cursor.length(slot), into.length / 2);
        int count = from;
        for (int i = 0; i < length && cursor.element(slot, i) != StackVocabulary.CUT; i++) {
            into[count++] = cursor.element(slot, i);
        }
        return count;
    }

    /** Perf's chain: marks say of which side the addresses behind them are; the first of each side is where it was, and others are where calls return to. */
    private static long ofPerf(EventCursor cursor, long[] into) {
        int kernel = 0;
        int count = 0;
        boolean first = true;
        boolean inKernel = cursor.element(PERF_CHAIN, 0) < 0;
        int length = cursor.length(PERF_CHAIN);
        for (int i = 0; i < length && count < into.length; i++) {
            long address = cursor.element(PERF_CHAIN, i);
            if (Long.compareUnsigned(address, FIRST_MARK) >= 0) {
                if (address != MARK_OF_KERNEL && address != MARK_OF_USER) {
                    break; // of a guest, which is another machine
                }
                inKernel = address == MARK_OF_KERNEL;
                first = true;
                continue;
            }
            if (inKernel && count == kernel && kernel < into.length / 2) {
                into[count++] = first ? address + 1 : address;
                kernel++;
            } else if (!inKernel && count - kernel < into.length / 2) {
                into[count++] = first ? address + 1 : address;
            }
            first = false;
        }
        return (long) kernel << Integer.SIZE | count;
    }

    /** Whether the outermost callers of the program are missing, as there was no room for them. */
    public static boolean isCut(EventCursor cursor) {
        int slot = cursor.has(FIRST_SIDE + 2) ? FIRST_SIDE + 2 : FIRST_SIDE + 3;
        int length = cursor.length(slot);
        return length > 0 && cursor.element(slot, length - 1) == StackVocabulary.CUT;
    }
}
