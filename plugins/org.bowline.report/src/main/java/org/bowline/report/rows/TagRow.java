/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CounterQuestion;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.event.Counter;
import org.bowline.core.tag.TagCounters;
import org.bowline.core.tag.TagPaths;
import org.bowline.core.tag.TagTimes;

/**
 * The time of a tag on a host or a processor.
 *
 * @param host its host's name
 * @param path the whole path
 * @param depth how many parts it has; 0 if it is no tag of a program
 * @param times its figures
 * @param rangeNanos for how long the host was recorded within the range: what rates are of
 * @param counters what was counted on the hosts; nothing of a processor
 */
public record TagRow(String host, String path, int depth, TagTimes times, long rangeNanos, TagCounters counters) {
    /** Time per byte of the path, with what is below it, ns; NaN if no bytes are told. */
    public double nanosPerByte() {
        return times.bytes() == 0 ? Double.NaN : (double) times.nanos() / times.bytes();
    }

    /** Bytes per second of the range; NaN if none are told. */
    public double bytesPerSecond() {
        return times.bytes() == 0 || rangeNanos <= 0 ? Double.NaN : times.bytes() * 1e9 / rangeNanos;
    }

    /** Time per entry, with what is below it, ns; NaN if it was not entered. */
    public double nanosPerEntry() {
        return times.entries() == 0 ? Double.NaN : (double) times.nanos() / times.entries();
    }

    /** How much of every second of the range it takes, ns; of several threads perhaps more than 10⁹. */
    public double nanosPerSecond() {
        return rangeNanos <= 0 ? Double.NaN : times.nanos() * 1e9 / rangeNanos;
    }

    /** What was counted on the path itself; {@link Counter#ABSENT} if it is not known. */
    public long counted(Counter counter) {
        return counters.own(times.host(), times.path(), counter);
    }

    /** Whether it is a tag of a program, and neither untagged nor unknown time. */
    public boolean isTag() {
        return depth > 0;
    }

    /** A row per host and path. */
    public static List<TagRow> byHost(Analysis analysis) {
        TagCounters counters = analysis.get(CounterQuestion.TAGS);
        return of(analysis, counters.rows(analysis.get(TagQuestion.PROFILE).byHost()), counters);
    }

    /** A row per host, processor and path. */
    public static List<TagRow> byCpu(Analysis analysis) {
        return of(analysis, analysis.get(TagQuestion.PROFILE).byCpu(), TagCounters.NONE);
    }

    private static List<TagRow> of(Analysis analysis, List<TagTimes> all, TagCounters counters) {
        TagPaths paths = analysis.tags().paths();
        List<TagRow> rows = new ArrayList<>(all.size());
        int host = -1;
        long range = 0;
        for (TagTimes times : all) {
            if (times.host() != host) {
                host = times.host();
                range = times.isWall() ? analysis.toNanos() - analysis.fromNanos()
                        : analysis.timeline().recordedNanos(host, analysis.fromNanos(), analysis.toNanos());
            }
            rows.add(new TagRow(analysis.timeline().hostName(host), paths.text(times.path()), paths.depth(times.path()), times, range,
                    counters));
        }
        return rows;
    }
}
