/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.report.rows.KnotRow;
import org.bowline.report.rows.Vertex;

/**
 * A knot or sink by what stays the same from run to run.
 *
 * @param key who is in it
 * @param weightNanos sum of the weights of its edges; of knots with one key, of all of them
 */
public record KnotFact(Key key, long weightNanos) {
    /**
     * Who is in it. Two knots of threads with the same names are one here.
     *
     * @param kind knot or sink
     * @param members as {@code HOST:NAME}, ascending, each once
     */
    public record Key(String kind, List<String> members) {
        /** Copies the list. */
        public Key {
            members = List.copyOf(members);
        }

        /** As written in a sentence: {@code knot A:w2-A, A:w2-B}. */
        public String text() {
            return kind + ' ' + String.join(", ", members);
        }
    }

    /** Whether it is a knot and no sink. */
    public boolean isKnot() {
        return key.kind().equals("knot");
    }

    /** The knots of the rows of one run, in the order in which they come. */
    static List<KnotFact> of(Iterable<KnotRow> rows) {
        Map<Integer, TreeSet<String>> members = new LinkedHashMap<>();
        Map<Integer, Long> weights = new LinkedHashMap<>();
        Map<Integer, String> kinds = new LinkedHashMap<>();
        for (KnotRow row : rows) {
            TreeSet<String> names = members.computeIfAbsent(row.knot(), number -> new TreeSet<>());
            names.add(name(row.edge().source()));
            if (!row.sink()) {
                names.add(name(row.edge().target()));
            }
            weights.merge(row.knot(), row.edge().weightNanos(), KnotFact::saturated);
            kinds.put(row.knot(), row.sink() ? "sink" : "knot");
        }
        Map<Key, Long> byKey = new LinkedHashMap<>();
        members.forEach((number, names) -> byKey.merge(new Key(String.valueOf(kinds.get(number)), List.copyOf(names)),
                weights.getOrDefault(number, 0L), KnotFact::saturated));
        List<KnotFact> facts = new ArrayList<>();
        byKey.forEach((key, weight) -> facts.add(new KnotFact(key, weight)));
        return facts;
    }

    private static String name(Vertex vertex) {
        return PlainText.visible(vertex.host() + ':' + Words.stable(vertex.name()));
    }

    private static long saturated(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }
}
