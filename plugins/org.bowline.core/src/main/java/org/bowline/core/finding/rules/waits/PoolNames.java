/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.waits;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Pools;
import org.bowline.core.model.PlainText;
import org.bowline.core.timeline.Kin;
import org.bowline.core.timeline.Timeline;

/** Vertices of the graph in a sentence, the threads of a pool as one: {@code postgres ×4 (B)}. A vertex that stands for several threads is never one of a pool: who makes them is none of them. */
public final class PoolNames {
    private static final int MOST_NAMES = 5;
    private static final int MOST_OF_NAME = 100;

    private PoolNames() {}

    /** {@code a (A:1), b ×3 (B) and disk vda (B)}; of many the first ones, and how many more there are. */
    public static String list(Analysis analysis, int[] vertices) {
        Timeline timeline = analysis.timeline();
        Map<String, IntArrayList> pools = new LinkedHashMap<>();
        for (int vertex : vertices) {
            boolean single = vertex < timeline.threadCount() && analysis.graph().groups().of(vertex) == null;
            String key = single ? Kin.of(timeline, vertex)
                    : "vertex " + vertex;
            pools.computeIfAbsent(key, k -> new IntArrayList()).add(vertex);
        }
        List<String> names = new ArrayList<>();
        int told = 0;
        for (IntArrayList pool : pools.values()) {
            List<String> some = names(analysis, pool);
            for (String name : some) {
                if (names.size() < MOST_NAMES) {
                    names.add(name);
                    told += some.size() == 1 ? pool.size() : 1;
                }
            }
        }
        int more = vertices.length - told;
        if (more > 0) {
            return String.join(", ", names) + " and " + more + " more";
        }
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** One name for a pool, else one for each. */
    private static List<String> names(Analysis analysis, IntArrayList pool) {
        Timeline timeline = analysis.timeline();
        String name = pool.getInt(0) < timeline.threadCount() ? Pools.name(timeline, pool) : "";
        if (pool.getInt(0) < timeline.threadCount() && Pools.areSeveral(timeline, pool)) {
            return List.of(PlainText.shorten(name, MOST_OF_NAME) + " ×" + pool.size() + " ("
                    + PlainText.shorten(timeline.hostName(timeline.host(pool.getInt(0))), MOST_OF_NAME) + ')');
        }
        List<String> each = new ArrayList<>();
        pool.forEach(vertex -> each.add(analysis.phraseOfGraph(vertex)));
        return each;
    }
}
