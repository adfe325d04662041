/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.model.IntPair;
import org.bowline.core.model.ThreadState;
import org.bowline.core.offcpu.StackNames;
import org.bowline.core.order.DisjointSets;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.ThreadGroups.Group;
import org.bowline.core.waitfor.ThreadGroups.Way;

/**
 * Threads that do the same. Where enough call stacks of a thread are known they alone decide: two threads of a host are similar if more than {@value #LEAST_SIMILAR} of their waits, as shares of each
 * one's waits, began in the same code; what is similar to a similar thread is similar, too (paper: wPerf, OSDI 2018, there by numbers of waits). Of all others the {@linkplain Pools pools}, then
 * threads that one thread of their process made and that wait for the same. What is set aside is similar to nothing. O(threads² · stacks of a thread) at most.
 */
final class SimilarThreads {
    private static final double LEAST_SIMILAR = 0.45;
    /** Fewer waits with a stack tell nothing of what a thread does. */
    private static final int LEAST_STACKS = 5;
    /** Fewer functions are those of a library: everybody waits in these. */
    private static final int LEAST_FUNCTIONS = 2;

    private final Analysis analysis;
    private final Timeline timeline;
    private final IntPredicate taken;

    /**
     * Takes threads that are one already.
     *
     * @param taken these are similar to nothing
     */
    SimilarThreads(Analysis analysis, IntPredicate taken) {
        this.analysis = analysis;
        this.taken = taken;
        timeline = analysis.timeline();
    }

    /** Groups of at least two, by stacks, then by names, then by parents. */
    List<Group> groups() {
        List<Group> groups = new ArrayList<>();
        BitSet free = new BitSet();
        IntArrayList known = new IntArrayList();
        List<Map<List<String>, Double>> codes = new ArrayList<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.isIdle(thread) || taken.test(thread) || analysis.aside().isAside(thread) || !Merging.lives(analysis, thread)) {
                continue;
            }
            Map<List<String>, Double> code = code(thread);
            if (code.isEmpty()) {
                free.set(thread);
            } else {
                known.add(thread);
                codes.add(code);
            }
        }
        byStacks(known, codes).forEach(threads -> groups.add(Merging.group(analysis, Way.STACKS, threads, "")));
        for (IntArrayList pool : Pools.of(analysis).all()) {
            IntArrayList threads = new IntArrayList(pool.intStream().filter(free::get).toArray());
            if (threads.size() > 1) {
                threads.forEach(free::clear);
                groups.add(Merging.group(analysis, Way.NAMES, threads, ""));
            }
        }
        byParent(new IntArrayList(free.stream().toArray()))
                .forEach(threads -> groups.add(Merging.group(analysis, Way.PARENT, threads, "")));
        return groups;
    }

    /** In which part of its waits a thread was in which code; empty if that is known of too few. */
    private Map<List<String>, Double> code(int thread) {
        StackQuestion.Stacks stacks = analysis.get(StackQuestion.STACKS);
        Map<List<String>, Double> parts = new HashMap<>();
        if (stacks.isEmpty()) {
            return parts;
        }
        int waits = 0;
        int first = Math.max(timeline.firstSegment(thread), timeline.segmentAt(thread, analysis.fromNanos()));
        for (int segment = first; segment < timeline.endSegment(thread) && timeline.start(segment) < analysis.toNanos(); segment++) {
            StackNames.Frames frames = timeline.state(segment) == ThreadState.BLOCKED ? stacks.of(segment) : null;
            if (frames != null && frames.functions().stream().filter(name -> !name.equals(StackNames.UNKNOWN)).count() >= LEAST_FUNCTIONS) {
                waits++;
                parts.merge(frames.functions(), 1.0, Double::sum);
            }
        }
        double all = waits;
        parts.replaceAll((code, count) -> count / all);
        return waits < LEAST_STACKS ? Map.of() : parts;
    }

    private List<IntArrayList> byStacks(IntArrayList threads, List<Map<List<String>, Double>> codes) {
        DisjointSets alike = new DisjointSets(threads.size());
        for (int i = 0; i < threads.size(); i++) {
            analysis.progress().check();
            for (int j = 0; j < i; j++) {
                if (alike.root(i) != alike.root(j) && timeline.host(threads.getInt(i)) == timeline.host(threads.getInt(j))
                        && similarity(codes.get(i), codes.get(j)) > LEAST_SIMILAR) {
                    alike.join(i, j);
                }
            }
        }
        Map<Integer, IntArrayList> groups = new LinkedHashMap<>();
        for (int i = 0; i < threads.size(); i++) {
            groups.computeIfAbsent(alike.root(i), key -> new IntArrayList()).add(threads.getInt(i));
        }
        groups.values().removeIf(group -> group.size() < 2);
        return List.copyOf(groups.values());
    }

    /** Which part of the waits of two threads is in code that both wait in: 0 to 1. */
    static double similarity(Map<List<String>, Double> a, Map<List<String>, Double> b) {
        double sum = 0;
        for (Map.Entry<List<String>, Double> part : a.entrySet()) {
            sum += Math.min(part.getValue(), b.getOrDefault(part.getKey(), 0.0));
        }
        return sum;
    }

    private List<IntArrayList> byParent(IntArrayList threads) {
        Map<Long, IntArrayList> families = new LinkedHashMap<>();
        threads.forEach(thread -> {
            int parent = timeline.parent(thread);
            if (parent != Timeline.NONE && timeline.pid(thread) >= 0) {
                families.computeIfAbsent(IntPair.of(parent, timeline.pid(thread)), key -> new IntArrayList()).add(thread);
            }
        });
        List<IntArrayList> groups = new ArrayList<>();
        for (IntArrayList family : families.values()) {
            Pools.alike(analysis, family).stream().filter(group -> group.size() >= Pools.LEAST_OF_POOL).forEach(groups::add);
        }
        return groups;
    }
}
