/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;

/** What traces may hold that no analysis uses. */
public enum Unread {
    /** Loops that wait without sleeping: of Bowline's annotations, as are the next. Used where it is known what threads did. */
    SPINS("spinning (bowline:spin_*)"),
    /** A thread woke up for nothing; likewise. */
    FALSE_WAKE_UPS("false wake-ups (bowline:false_wakeup*)"),
    /** Contexts of other events than those that {@link StackVocabulary} and {@link SampleVocabulary} read. */
    STACKS("call stacks of other events than sched_switch, sched_waking and timers (context callstack_*)"),
    /** Waits for locks of the kernel: who waits is known from switches, and who holds the lock is in no event. */
    CONTENTION("waits for locks of the kernel (contention_begin, contention_end)"),
    /** What perf takes at intervals of time, or of a counter. Used where it is known what threads did. */
    SAMPLES("samples of perf (events with no field but perf_*)"),
    /** Call stacks as perf takes them, of other events than samples. */
    CALL_CHAINS("call stacks of perf of other events than samples (field perf_callchain)"),
    /** What a processor had counted when an event of the kernel came; {@link Counter} is of threads. */
    PROCESSOR_COUNTERS("counters of processors (context perf:cpu:*)");

    private static final List<String> CONTENTIONS = List.of("contention_begin", "contention_end", "lock:contention_begin",
            "lock:contention_end");

    private final String words;

    Unread(String words) {
        this.words = words;
    }

    /** The sorts that an event of a stream of this kind is of. */
    public static Set<Unread> of(StreamClass stream, EventClass event) {
        Set<Unread> sorts = EnumSet.noneOf(Unread.class);
        String name = event.name();
        if (name.startsWith("bowline:spin_")) {
            sorts.add(SPINS);
        } else if (name.startsWith("bowline:false_wakeup")) {
            sorts.add(FALSE_WAKE_UPS);
        } else if (CONTENTIONS.contains(name)) {
            sorts.add(CONTENTION);
        }
        StructClass payload = event.payload();
        if (SampleVocabulary.isPerfs(payload)) {
            sorts.add(SAMPLES);
        } else if (has(payload, "perf_callchain"::equals)) {
            sorts.add(CALL_CHAINS);
        }
        if (!StackVocabulary.reads(name) && !SampleVocabulary.isTimer(name)
                && hasContext(stream, event, field -> field.startsWith("callstack_"))) {
            sorts.add(STACKS);
        }
        if (hasContext(stream, event, field -> field.startsWith("perf_cpu_"))) {
            sorts.add(PROCESSOR_COUNTERS);
        }
        return sorts;
    }

    /** Whether it is used where it is known what threads did. */
    public boolean needsThreads() {
        return this == SPINS || this == FALSE_WAKE_UPS || this == SAMPLES;
    }

    /** As users read it: what it is, and how to recognise it in a trace. */
    @Override
    public String toString() {
        return words;
    }

    private static boolean hasContext(StreamClass stream, EventClass event, Predicate<String> name) {
        return has(stream.commonContext(), name) || has(event.specificContext(), name);
    }

    private static boolean has(@Nullable StructClass struct, Predicate<String> name) {
        return struct != null && struct.members().stream().anyMatch(member -> name.test(member.name()));
    }
}
