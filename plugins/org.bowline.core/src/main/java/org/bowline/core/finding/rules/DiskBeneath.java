/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.figures.Percent.percent;

import java.util.regex.Pattern;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What is beneath a disk that is none itself: a file of a loop device, the disks of a device mapper or of a RAID, or of another host over the network. Linux does not tell in its events which request of one became which of
 * another; that both serve at the same time is told. O(requests × disks).
 */
final class DiskBeneath {
    /** Names that Linux gives to devices that rest on others. */
    private static final Pattern RESTS_ON_OTHERS = Pattern.compile("(?:loop|dm-|md|drbd|bcache)\\d+.*");
    /** And to those that are served by another host. */
    private static final Pattern FAR = Pattern.compile("(?:nbd|rbd)\\d+.*");
    /** Of less of a device's time it is not told what is busy, too. */
    private static final double LEAST = 0.25;

    private DiskBeneath() {}

    /** A sentence for each disk among some vertices that rests on others, with a space before it; empty if there is none, or no other is busy meanwhile. */
    static String sentences(Analysis analysis, int[] vertices) {
        StringBuilder all = new StringBuilder();
        for (int vertex : vertices) {
            String name = analysis.timeline().kind(vertex) == VertexKind.DISK ? analysis.timeline().vertexName(vertex) : "";
            if (RESTS_ON_OTHERS.matcher(name).matches()) {
                all.append(sentence(analysis, vertex, false));
            } else if (FAR.matcher(name).matches()) {
                all.append(sentence(analysis, vertex, true));
            }
        }
        return all.toString();
    }

    private static String sentence(Analysis analysis, int disk, boolean far) {
        Timeline timeline = analysis.timeline();
        long busy = busy(analysis, disk, Timeline.NONE);
        long most = 0;
        int beneath = Timeline.NONE;
        for (int other = timeline.threadCount(); other < timeline.vertexCount(); other++) {
            if (other == disk || timeline.kind(other) != VertexKind.DISK || (timeline.host(other) != timeline.host(disk)) != far) {
                continue;
            }
            long both = busy + busy(analysis, other, Timeline.NONE) - busy(analysis, disk, other);
            if (both > most) {
                most = both;
                beneath = other;
            }
        }
        return most < LEAST * busy || busy == 0 ? ""
                : ' ' + upper(analysis.phrase(disk)) + (far ? " is served over the network" : " rests on another one")
                        + ", as its name tells: in " + percent((double) most / busy)
                        + " of the time for which it serves requests, " + analysis.phrase(beneath) + " does, too.";
    }

    /** For how long one of two disks serves requests. */
    private static long busy(Analysis analysis, int disk, int other) {
        Timeline timeline = analysis.timeline();
        TimeUnion busy = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
        for (int request = 0; request < timeline.requestCount(); request++) {
            int of = timeline.requestDisk(request);
            if (of == disk || of == other) {
                busy.add(timeline.requestIssued(request), timeline.requestCompleted(request));
            }
        }
        return busy.nanos();
    }

    private static String upper(String phrase) {
        return Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1);
    }
}
