/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.tag.TagOnPath;
import org.bowline.core.tag.TagPaths;

/**
 * The time of a tag on the critical paths of a label's requests, or on that of a thread.
 *
 * @param of the label
 * @param host its host's name
 * @param path the whole path of the tag
 * @param depth how many parts it has; 0 if it is no tag of a program
 * @param times its figures
 */
public record TagPathRow(TagOnPath.OfLabel of, String host, String path, int depth, TagOnPath.Row times) {
    /** Of the critical paths, 0 to 1: the tag and those below it. */
    public double share() {
        return share(times.nanos());
    }

    /** Of the critical paths, 0 to 1: the tag itself. */
    public double ownShare() {
        return share(times.ownNanos());
    }

    private double share(long nanos) {
        return of.nanos() == 0 ? Double.NaN : (double) nanos / of.nanos();
    }

    /** Mean per request, ns. */
    public double nanosPerRequest() {
        return of.requests() == 0 ? Double.NaN : (double) times.nanos() / of.requests();
    }

    /** A row per label, host and tag. */
    public static List<TagPathRow> of(Analysis analysis) {
        TagPaths paths = analysis.tags().paths();
        List<TagPathRow> rows = new ArrayList<>();
        for (TagOnPath.OfLabel label : analysis.get(TagQuestion.PATHS).labels()) {
            for (TagOnPath.Row row : label.rows()) {
                rows.add(new TagPathRow(label, analysis.timeline().hostName(row.host()), paths.text(row.path()), paths.depth(row.path()),
                        row));
            }
        }
        return rows;
    }
}
