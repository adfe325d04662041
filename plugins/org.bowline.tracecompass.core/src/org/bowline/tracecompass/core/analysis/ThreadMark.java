/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Workers;
import org.bowline.core.model.PlainText;
import org.bowline.core.timeline.Timeline;

/**
 * What a person says of threads: that they do the work, or none of it. A mark is an option of the experiment ({@code worker=A:272}), so it is kept, told and taken back as all options are; a thread has one mark at
 * most. Threads that share a name nobody else has are marked by that.
 */
public enum ThreadMark {
    /** They do the work. */
    WORKER,
    /** They do none of it. */
    BACKGROUND;

    private Parameter<List<String>> option() {
        return this == WORKER ? Workers.WORKER : Workers.BACKGROUND;
    }

    private ThreadMark other() {
        return this == WORKER ? BACKGROUND : WORKER;
    }

    /** Whether each of some threads has the mark. */
    public boolean isOn(GivenOptions options, Timeline timeline, int... threads) {
        BitSet marked = threads(options, timeline);
        return threads.length > 0 && Arrays.stream(threads).allMatch(marked::get);
    }

    /** The threads that have the mark; of those with both the engine takes the last, background. */
    public BitSet threads(GivenOptions options, Timeline timeline) {
        BitSet marked = new BitSet();
        options.values(option()).forEach(text -> marked.or(threads(timeline, text)));
        return marked;
    }

    /** The options with the mark on some threads, whatever they had before. */
    public GivenOptions put(GivenOptions options, Timeline timeline, int... threads) {
        GivenOptions without = other().takenOff(options, timeline, threads);
        Set<String> marks = new LinkedHashSet<>(without.values(option()));
        BitSet marked = threads(without, timeline);
        int[] unmarked = Arrays.stream(threads).filter(thread -> !marked.get(thread)).toArray();
        marks.addAll(names(timeline, unmarked));
        return without.with(option(), List.copyOf(marks));
    }

    /** The options without the mark on some threads; what a pattern names beside them keeps it. */
    public GivenOptions takenOff(GivenOptions options, Timeline timeline, int... threads) {
        BitSet off = new BitSet();
        Arrays.stream(threads).forEach(off::set);
        Set<String> left = new LinkedHashSet<>();
        for (String mark : options.values(option())) {
            BitSet named = threads(timeline, mark);
            if (named.intersects(off)) {
                named.andNot(off);
                left.addAll(names(timeline, named.stream().toArray()));
            } else {
                left.add(mark);
            }
        }
        return options.with(option(), List.copyOf(left));
    }

    /** Short names of threads: that of all of them, if it names nobody else; else each by host and number. */
    private static List<String> names(Timeline timeline, int[] threads) {
        if (threads.length == 0) {
            return List.of();
        }
        BitSet wanted = new BitSet();
        Arrays.stream(threads).forEach(wanted::set);
        String name = timeline.hostName(timeline.host(threads[0])) + ':' + timeline.name(threads[0]);
        if (threads.length > 1 && name.equals(PlainText.visible(name).strip()) && threads(timeline, name).equals(wanted)) {
            return List.of(name);
        }
        return IntStream.of(threads).mapToObj(thread -> timeline.hostName(timeline.host(thread)) + ':' + timeline.tid(thread)).distinct()
                .toList();
    }

    private static BitSet threads(Timeline timeline, String mark) {
        IntPredicate named = Workers.named(timeline, mark);
        BitSet threads = new BitSet();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            threads.set(thread, !timeline.isIdle(thread) && named.test(thread));
        }
        return threads;
    }
}
