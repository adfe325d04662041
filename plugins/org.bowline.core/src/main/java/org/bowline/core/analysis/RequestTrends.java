/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

import org.bowline.core.interval.NamedInterval;
import org.bowline.core.interval.Trend;

/** Which intervals of an analysis take longer the later they begin. */
public final class RequestTrends {
    /** By label, of those with {@value Trend#FEWEST} intervals or more that ended. */
    public static final Result<SortedMap<String, Trend>> RESULT = Result.of(RequestTrends::of);

    private RequestTrends() {}

    private static SortedMap<String, Trend> of(Analysis analysis) {
        SortedMap<String, List<NamedInterval>> byLabel = new TreeMap<>();
        if (analysis.intervalsWanted()) {
            analysis.matched().intervals().forEach(one -> byLabel.computeIfAbsent(one.label(), label -> new ArrayList<>()).add(one));
        }
        SortedMap<String, Trend> trends = new TreeMap<>();
        byLabel.forEach((label, some) -> {
            analysis.progress().check();
            if (some.size() >= Trend.FEWEST) {
                trends.put(label, Trend.of(some));
            }
        });
        return trends;
    }
}
