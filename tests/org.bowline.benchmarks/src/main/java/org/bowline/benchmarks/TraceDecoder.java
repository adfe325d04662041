/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

import org.bowline.core.event.KernelReader;
import org.bowline.core.progress.Progress;
import org.bowline.ctf.EventCursor;
import org.bowline.ctf.EventSelection;
import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FloatClass;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.StringClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;
import org.bowline.ctf.metadata.TextEncoding;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.metadata.VariantClass;
import org.bowline.ctf.trace.CtfTrace;

/** Reads a trace to its end, on one thread, in one of four ways. */
final class TraceDecoder {
    /** What is read of each event. */
    enum Mode {
        /** Its class and time; all events. */
        COUNT,
        /** The facts that the engine builds timelines from, as it reads them: names of known threads are not read again. */
        FACTS,
        /** More than the engine needs: every field of the events of scheduler, interrupts, timers' expiry, network and disks; the others are skipped. */
        FIELDS,
        /** Every field of every event. */
        EVERYTHING
    }

    private static final Pattern NEEDED = Pattern
            .compile(
                    "sched_.*|(irq_)?softirq_.*|irq_handler_.*|(timer_)?hrtimer_expire_.*|net_.*|netif_.*|block_.*|x86_irq_vectors_.*|lttng_statedump_.*");
    private static final int INTEGER = 0;
    private static final int REAL = 1;
    private static final int TEXT = 2;
    private static final int ELEMENTS = 3;
    private static final int FORM_BITS = 2;
    private static final int FORM = (1 << FORM_BITS) - 1;

    /**
     * A field that is read.
     *
     * @param rest how many leaves after it are of the same option of a variant: if it is absent, so are they
     * @param always it is in no variant
     */
    private record Leaf(String path, int form, int rest, boolean always) {}

    /**
     * How the events of one kind are read: as a consumer would that knows its events, field by field without asking what each one is.
     * The integers come first, then the texts, then what needs a look at its form.
     *
     * @param integers number of the integers
     * @param texts first slot behind the texts
     * @param forms by slot the form, and the rest of the option
     */
    private record Plan(int integers, int texts, int[] forms) {
        /** Brings the leaves into the order of the plan. */
        static Plan of(List<Leaf> leaves) {
            leaves.sort(
                    Comparator.comparingInt(leaf -> leaf.always && leaf.form == INTEGER ? 0 : leaf.always && leaf.form == TEXT ? 1 : 2));
            int integers = (int) leaves.stream().filter(leaf -> leaf.always && leaf.form == INTEGER).count();
            int texts = integers + (int) leaves.stream().filter(leaf -> leaf.always && leaf.form == TEXT).count();
            return new Plan(integers, texts, leaves.stream().mapToInt(leaf -> leaf.form | leaf.rest << FORM_BITS).toArray());
        }
    }

    private TraceDecoder() {}

    /** Number of events; the checksum keeps the compiler from leaving the reading out. */
    static long decode(Path trace, Mode mode, long[] checksum) throws IOException {
        try (CtfTrace open = CtfTrace.open(trace, ReadOptions.TOLERANT)) {
            if (mode == Mode.COUNT) {
                return count(open, checksum);
            }
            if (mode == Mode.FACTS) {
                return facts(open, checksum);
            }
            EventSelection.Builder builder = EventSelection.builder();
            List<Plan> plans = new ArrayList<>();
            for (EventClass event : open.metadata().eventClasses()) {
                if (mode == Mode.EVERYTHING || NEEDED.matcher(event.name()).matches()) {
                    List<Leaf> leaves = new ArrayList<>();
                    if (event.payload() != null) {
                        collect("", event.payload(), true, leaves);
                    }
                    plans.add(Plan.of(leaves));
                    builder.add(event.name(), leaves.stream().map(Leaf::path).toArray(String[]::new));
                }
            }
            return fields(open, builder.build(), plans.toArray(new Plan[0]), checksum);
        }
    }

    /** A trace that is none of a kernel is counted. */
    private static long facts(CtfTrace trace, long[] checksum) throws IOException {
        if (!KernelReader.isKernel(trace.metadata())) {
            return count(trace, checksum);
        }
        FactTally tally = new FactTally();
        long facts = KernelReader.read(List.of(trace), new long[1], tally, Progress.NONE);
        checksum[0] += tally.checksum;
        return facts;
    }

    private static long count(CtfTrace trace, long[] checksum) throws IOException {
        long events = 0;
        long sum = 0;
        try (EventCursor cursor = trace.cursor(EventSelection.everything())) {
            while (cursor.next()) {
                if (cursor.kind() != EventCursor.LOST) {
                    events++;
                    sum += cursor.timeNanos() + cursor.kind();
                }
            }
        }
        checksum[0] += sum;
        return events;
    }

    private static long fields(CtfTrace trace, EventSelection selection, Plan[] plans, long[] checksum) throws IOException {
        long events = 0;
        long sum = 0;
        try (EventCursor cursor = trace.cursor(selection)) {
            while (cursor.next()) {
                int kind = cursor.kind();
                if (kind == EventCursor.LOST) {
                    continue;
                }
                events++;
                sum += cursor.timeNanos() + read(cursor, plans[kind]);
            }
        }
        checksum[0] += sum;
        return events;
    }

    /** All fields of the present event. */
    private static long read(EventCursor cursor, Plan plan) {
        long sum = 0;
        int slot = 0;
        for (; slot < plan.integers; slot++) {
            sum += cursor.integer(slot);
        }
        for (; slot < plan.texts; slot++) {
            sum += cursor.text(slot).length();
        }
        return slot < plan.forms.length ? sum + readOthers(cursor, plan.forms, slot) : sum;
    }

    private static long readOthers(EventCursor cursor, int[] forms, int from) {
        long sum = 0;
        for (int slot = from; slot < forms.length; slot++) {
            int rest = forms[slot] >>> FORM_BITS;
            if (rest > 0 && !cursor.has(slot)) {
                slot += rest;
                continue;
            }
            switch (forms[slot] & FORM) {
                case INTEGER -> sum += cursor.integer(slot);
                case REAL -> sum += (long) cursor.real(slot);
                case TEXT -> sum += cursor.text(slot).length();
                default -> {
                    int length = cursor.length(slot);
                    for (int i = 0; i < length; i++) {
                        sum += cursor.element(slot, i);
                    }
                }
            }
        }
        return sum;
    }

    /** The leaves below a field; of arrays those of integers and text. */
    private static void collect(String path, FieldClass type, boolean always, List<Leaf> leaves) {
        if (type instanceof StructClass struct) {
            for (StructClass.Member member : struct.members()) {
                collect(join(path, member.name()), member.type(), always, leaves);
            }
        } else if (type instanceof VariantClass variant) {
            for (VariantClass.Option option : variant.options()) {
                int first = leaves.size();
                collect(join(path, option.name()), option.type(), false, leaves);
                if (leaves.size() > first) {
                    Leaf leaf = leaves.get(first);
                    leaves.set(first, new Leaf(leaf.path(), leaf.form(), Math.max(leaf.rest(), leaves.size() - first - 1), false));
                }
            }
        } else if (type instanceof IntegerClass || type instanceof VariableIntegerClass) {
            leaves.add(new Leaf(path, INTEGER, 0, always));
        } else if (type instanceof FloatClass) {
            leaves.add(new Leaf(path, REAL, 0, always));
        } else if (type instanceof StringClass || type instanceof TextClass) {
            leaves.add(new Leaf(path, TEXT, 0, always));
        } else if (type instanceof ArrayClass array && array.element() instanceof IntegerClass element) {
            leaves.add(new Leaf(path, element.encoding() == TextEncoding.NONE ? ELEMENTS : TEXT, 0, always));
        }
    }

    private static String join(String path, String name) {
        return path.isEmpty() ? name : path + '.' + name;
    }
}
