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
 * @param shareOfVariance of the lengths of the requests, of the tag itself; NaN if that is not known
 */
public record ModuleShare(String module, boolean isTag, long nanos, long runningNanos, double shareOfVariance) {
    private static final int MOST_NAMED = 6;
    private static final int MOST_DIFFERING = 3;
    private static final int MOST_OF_NAME = 100;

    /** The modules on the paths of a label; those with most time first. The times add up to those of the paths. */
    public static List<ModuleShare> of(TagOnPath.OfLabel label, TagPaths paths) {
        Map<Integer, ModuleShare> all = new LinkedHashMap<>();
        for (TagOnPath.Row row : label.rows()) {
            all.merge(row.path(), of(paths, row.path(), row.ownNanos(), row.runningNanos(), row.shareOfVariance()), ModuleShare::plus);
            int parent = paths.depth(row.path()) > 1 ? paths.parent(row.path()) : TagPaths.UNTAGGED;
            if (parent != TagPaths.UNTAGGED) {
                all.merge(parent, of(paths, parent, 0, 0, -row.shareOfVariance()), ModuleShare::plus); // the parent's has it, too
            }
        }
        List<ModuleShare> sorted = new ArrayList<>(all.values());
        sorted.sort(Comparator.comparingLong(ModuleShare::nanos).reversed());
        return List.copyOf(sorted);
    }

    private static ModuleShare of(TagPaths paths, int path, long nanos, long runningNanos, double shareOfVariance) {
        return new ModuleShare(paths.text(path), paths.depth(path) > 0, nanos, runningNanos, shareOfVariance);
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

    /**
     * {@code engine/storage/crc 63.0 %}: the tag that most of what makes requests differ goes with, and those with at least half as much as it. A tag around others has no more than they have by being
     * around them, so that each counts with what it has itself, as its time does. Empty if no tag has any, or it is not known.
     */
    public static String differing(TagOnPath.OfLabel label, TagPaths paths) {
        List<ModuleShare> some = of(label, paths).stream().filter(one -> one.isTag && one.shareOfVariance > 0)
                .sorted(Comparator.comparingDouble(ModuleShare::shareOfVariance).reversed()).toList();
        return some.stream().limit(MOST_DIFFERING).filter(one -> one.shareOfVariance >= some.get(0).shareOfVariance / 2)
                .map(one -> one.name() + ' ' + Percent.percent(one.shareOfVariance, 1)).collect(Collectors.joining(", "));
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
