/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.PlainText;
import org.bowline.core.tag.TagOnPath;
import org.bowline.core.tag.TagPaths;

/**
 * What a module has of critical paths, on all hosts together.
 *
 * @param module the whole path of the tag
 * @param isTag whether it is a tag of a program, and not what has none
 * @param nanos time on the tag itself, in any state
 * @param runningNanos the part of it in which threads ran
 * @param shareOfVariance of the lengths of the requests, of the tag and those below it; NaN if that is not known
 */
public record ModuleShare(String module, boolean isTag, long nanos, long runningNanos, double shareOfVariance) {
    private static final int MOST_NAMED = 6;
    private static final int MOST_OF_NAME = 100;

    /** The modules on the paths of a label; those with most time first. The times add up to those of the paths. */
    public static List<ModuleShare> of(TagOnPath.OfLabel label, TagPaths paths) {
        Map<Integer, ModuleShare> all = new LinkedHashMap<>();
        for (TagOnPath.Row row : label.rows()) {
            all.merge(row.path(), new ModuleShare(paths.text(row.path()), paths.depth(row.path()) > 0, row.ownNanos(),
                    row.runningNanos(), row.shareOfVariance()), ModuleShare::plus);
        }
        List<ModuleShare> sorted = new ArrayList<>(all.values());
        sorted.sort(Comparator.comparingLong(ModuleShare::nanos).reversed());
        return List.copyOf(sorted);
    }

    private ModuleShare plus(ModuleShare other) {
        return new ModuleShare(module, isTag, nanos + other.nanos, runningNanos + other.runningNanos,
                shareOfVariance + other.shareOfVariance);
    }

    /** {@code engine/storage/crc 41.0 %, net/reply 12.0 %, (untagged) 47.0 %; of the running time: engine/storage/crc 63.0 %, (untagged) 37.0 %}. */
    public static String words(TagOnPath.OfLabel label, TagPaths paths) {
        List<ModuleShare> all = of(label, paths);
        String text = list(all.stream().filter(one -> one.nanos > 0).toList(), label.nanos(), false);
        return label.runningNanos() == 0 ? text
                : text + "; of the running time: " + list(all.stream().filter(one -> one.runningNanos > 0)
                        .sorted(Comparator.comparingLong(ModuleShare::runningNanos).reversed()).toList(), label.runningNanos(), true);
    }

    private static String list(List<ModuleShare> some, long whole, boolean running) {
        String named = some.stream().limit(MOST_NAMED).map(one -> one.name() + ' '
                + Percent.percent((double) (running ? one.runningNanos : one.nanos) / whole, 1)).collect(Collectors.joining(", "));
        return some.size() <= MOST_NAMED ? named : named + " and " + (some.size() - MOST_NAMED) + " more";
    }

    /** Its name in a sentence: programs may tell paths of thousands of characters. */
    public String name() {
        return PlainText.shorten(module, MOST_OF_NAME);
    }
}
