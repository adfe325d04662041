/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.timeline.Kin;

/** Who runs instead of others for longest, in words. Threads of one name count as one: of a hundred short jobs none runs for long. */
final class RanMost {
    private final IntArrayList threads = new IntArrayList();
    private long nanos;

    private void add(Int2LongMap.Entry one) {
        threads.add(one.getIntKey());
        nanos += one.getLongValue();
    }

    /**
     * Those who run for longest, and those who do for at least half as long: {@code job ×4 (B) for most of it}, or {@code job ×4 (B) for more of it than any other}.
     *
     * @param others who runs, and for how long; at least one
     */
    static String sentence(Analysis analysis, Int2LongOpenHashMap others) {
        Map<String, RanMost> byName = new LinkedHashMap<>();
        others.int2LongEntrySet().stream().sorted(Comparator.comparingInt(Int2LongMap.Entry::getIntKey))
                .forEach(one -> byName.computeIfAbsent(Kin.of(analysis.timeline(), one.getIntKey()), name -> new RanMost()).add(one));
        List<RanMost> most = new ArrayList<>(byName.values());
        most.sort(Comparator.comparingLong(each -> -each.nanos));
        long least = most.get(0).nanos / 2;
        most.removeIf(each -> each.nanos < least);
        long all = others.values().longStream().sum();
        return PoolNames.list(analysis, most.stream().flatMapToInt(each -> each.threads.intStream()).toArray())
                + (most.stream().mapToLong(each -> each.nanos).sum() > all / 2 ? " for most of it" : " for more of it than any other");
    }
}
