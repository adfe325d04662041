/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.SetAside;
import org.bowline.core.waitfor.ThreadGroups;
import org.bowline.core.waitfor.WaitForGraph;

/**
 * Threads that do the same: those of one host whose names are equal or, of {@value #LEAST_OF_POOL}
 * threads or more, differ in a number only, and of which each mostly waits for what the others wait for, too. What is set aside is in no pool. Immutable.
 * O(threads + edges × log edges).
 */
public final class Pools {
    private static final Result<Pools> RESULT = Result.of(Pools::make);
    /** From so many threads on, names that differ only in a number are those of a pool; two may be two things. */
    public static final int LEAST_OF_POOL = 3;
    /** What a thread mostly waits for has at least this share of another's waiting time, or they do not do the same. */
    private static final double LEAST_ALIKE = 0.1;
    static final int MOST_OF_NAME = 100;
    /** The end of a name of threads that have not even the beginning in common. */
    static final String AND_OTHERS = " and others";

    private final int[] poolOf;
    private final List<IntArrayList> members;

    private Pools(int[] poolOf, List<IntArrayList> members) {
        this.poolOf = poolOf;
        this.members = members;
    }

    /** Those of an analysis. */
    public static Pools of(Analysis analysis) {
        return analysis.get(RESULT);
    }

    /** Those of vertices of its graph: threads that are one vertex there are in no pool. */
    public static Pools ofGraph(Analysis analysis) {
        return of(analysis).without(analysis.graph().groups());
    }

    /** Each thread for itself. */
    static Pools none(Analysis analysis) {
        int[] poolOf = new int[analysis.timeline().threadCount()];
        Arrays.fill(poolOf, Timeline.NONE);
        return new Pools(poolOf, List.of());
    }

    private static Pools make(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        Map<String, IntArrayList> alike = new LinkedHashMap<>();
        analysis.totals().forEach(total -> {
            int thread = total.thread();
            if (!timeline.isIdle(thread) && !analysis.aside().isAside(thread)) {
                alike.computeIfAbsent(Kin.of(timeline, thread), key -> new IntArrayList())
                        .add(thread);
            }
        });
        Pools pools = new Pools(none(analysis).poolOf, new ArrayList<>());
        for (IntArrayList threads : alike.values()) {
            analysis.progress().check();
            pools.addAlike(analysis, threads);
        }
        return pools;
    }

    private void addAlike(Analysis analysis, IntArrayList threads) {
        for (IntArrayList group : alike(analysis, threads)) {
            if (areSeveral(analysis.timeline(), group)) {
                group.forEach(thread -> poolOf[thread] = members.size());
                members.add(group);
            }
        }
    }

    /** Whether threads that are {@linkplain Kin#of alike by name} are several of one sort: of two whose names differ each may be a thing of its own. */
    public static boolean areSeveral(Timeline timeline, IntArrayList threads) {
        return threads.size() >= LEAST_OF_POOL || threads.size() > 1 && !name(timeline, threads).endsWith("*");
    }

    /** Threads by what they wait for: each joins the first ones that mostly wait for the same. */
    static List<IntArrayList> alike(Analysis analysis, IntArrayList threads) {
        List<IntArrayList> groups = new ArrayList<>();
        List<Map<String, Double>> partners = new ArrayList<>();
        threads.forEach(thread -> {
            Map<String, Double> own = partners(analysis, thread);
            for (int i = 0; i < groups.size(); i++) {
                if (fit(own, partners.get(i))) {
                    groups.get(i).add(thread);
                    return;
                }
            }
            groups.add(IntArrayList.of(thread));
            partners.add(own);
        });
        return groups;
    }

    /** The same without threads that are one vertex in a graph already. */
    Pools without(ThreadGroups merged) {
        if (merged.isEmpty()) {
            return this;
        }
        Pools left = new Pools(new int[poolOf.length], new ArrayList<>());
        Arrays.fill(left.poolOf, Timeline.NONE);
        for (IntArrayList pool : members) {
            IntArrayList rest = new IntArrayList(pool.intStream().filter(thread -> merged.of(thread) == null).toArray());
            if (rest.size() > 1) {
                rest.forEach(thread -> left.poolOf[thread] = left.members.size());
                left.members.add(rest);
            }
        }
        return left;
    }

    /** The same with threads that are one vertex in a merged graph as pools of their own, and what is left of the others. */
    Pools with(ThreadGroups merged) {
        if (merged.isEmpty()) {
            return this;
        }
        Pools all = without(merged);
        for (ThreadGroups.Group group : merged.all()) {
            for (int thread : group.threads()) {
                all.poolOf[thread] = all.members.size();
            }
            all.members.add(IntArrayList.wrap(group.threads().clone()));
        }
        return all;
    }

    /** The threads of each pool. */
    List<IntArrayList> all() {
        return members;
    }

    /** What a thread waits for, by shares; threads of one name as one. Without what is set aside, as the start of the tracer's listener, if anything is left. */
    private static Map<String, Double> partners(Analysis analysis, int thread) {
        Map<String, Double> partners = partners(analysis, thread, analysis.aside());
        return partners.isEmpty() ? partners(analysis, thread, null) : partners;
    }

    private static Map<String, Double> partners(Analysis analysis, int thread, @Nullable SetAside without) {
        WaitForGraph graph = analysis.graph();
        Timeline timeline = analysis.timeline();
        Map<String, Double> nanos = new HashMap<>();
        double all = 0;
        for (int edge = graph.firstEdge(thread); edge < graph.endEdge(thread); edge++) {
            if (without != null && (without.isAside(graph, edge) || isRare(graph, edge))) {
                continue;
            }
            int target = graph.target(edge);
            String key = target < timeline.threadCount() ? Kin.of(timeline, target) : "" + target;
            nanos.merge(key, (double) graph.directNanos(edge), Double::sum);
            all += graph.directNanos(edge);
        }
        double sum = Math.max(1, all);
        nanos.replaceAll((key, value) -> value / sum);
        return nanos;
    }

    /** A master that waits once or twice for each of its workers is none of them; a client that waits once for each thread that serves a request waits for nothing else. */
    private static boolean isRare(WaitForGraph graph, int edge) {
        Timeline timeline = graph.timeline();
        int target = graph.target(edge);
        boolean livesShortly = target < timeline.threadCount()
                && timeline.threadEnd(target) - timeline.threadStart(target) < (graph.toNanos() - graph.fromNanos()) / Merging.SHORT_PART;
        return graph.waits(edge) < SetAside.FEW && !livesShortly;
    }

    private static boolean fit(Map<String, Double> a, Map<String, Double> b) {
        return a.isEmpty() ? b.isEmpty() : b.getOrDefault(main(a), 0.0) >= LEAST_ALIKE && a.getOrDefault(main(b), 0.0) >= LEAST_ALIKE;
    }

    private static String main(Map<String, Double> shares) {
        return shares.entrySet().stream().max(Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey).orElse("");
    }

    /** Whether there is none. */
    public boolean isEmpty() {
        return members.isEmpty();
    }

    /** A vertex that stands for the line of a vertex: the first thread of its pool, or itself. */
    public int line(int vertex) {
        return vertex < poolOf.length && poolOf[vertex] != Timeline.NONE ? members.get(poolOf[vertex]).getInt(0) : vertex;
    }

    /** The threads that are one line with a vertex, ascending; itself alone if it is in no pool. */
    public int[] members(int vertex) {
        return vertex < poolOf.length && poolOf[vertex] != Timeline.NONE ? members.get(poolOf[vertex]).toIntArray() : new int[] {vertex};
    }

    /** {@code postgres ×4}: threads of a pool, all or some of them. */
    public static String called(Timeline timeline, int[] threads) {
        return PlainText.shorten(name(timeline, IntArrayList.wrap(threads)), MOST_OF_NAME) + " ×" + threads.length;
    }

    /** What threads are called: a name if they have one, else the stem and a star. */
    public static String name(Timeline timeline, IntArrayList threads) {
        String first = timeline.name(threads.getInt(0));
        boolean same = true;
        for (int i = 1; i < threads.size(); i++) {
            same &= timeline.name(threads.getInt(i)).equals(first);
        }
        if (same) {
            return first;
        }
        String stem = Words.stem(first);
        for (int i = 1; i < threads.size(); i++) {
            if (!Words.stem(timeline.name(threads.getInt(i))).equals(stem)) {
                return first + AND_OTHERS;
            }
        }
        return stem + '*';
    }
}
