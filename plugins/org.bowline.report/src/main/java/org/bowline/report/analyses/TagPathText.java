/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.LabelWords;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.tag.TagOnPath;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.rows.ModuleShare;
import org.bowline.report.rows.TagPathRow;
import org.bowline.report.rows.Vertex;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Tags on critical paths, for a reader. */
final class TagPathText {
    private static final int MOST_NAMED = 3;
    private static final int MOST_OF_NAME = 100;

    private static final Report<TagPathRow> MODULES = new Report<>("modules-on-path", () -> List.of(
            Column.text("module", TagPathRow::path),
            Column.text("host", TagPathRow::host),
            Column.duration("per request", row -> Math.round(row.nanosPerRequest())),
            Column.text("of path", row -> share(row.share())),
            Column.text("itself", row -> share(row.ownShare())),
            Column.text("of that running", row -> row.times().ownNanos() == 0 ? ""
                    : share((double) row.times().runningNanos() / row.times().ownNanos())),
            Column.text("of the variance", row -> share(row.times().shareOfVariance()))));

    private TagPathText() {}

    /** A table for each label. */
    static void tables(TextPage page, Analysis analysis, int most) throws IOException {
        Map<TagOnPath.OfLabel, List<TagPathRow>> labels = byLabel(analysis);
        if (labels.isEmpty()) {
            page.heading("No critical path");
            page.paragraph(!analysis.knowsWaits() ? "Without a kernel trace nobody knows what a request waited for."
                    : "No request in the range has an end on a thread that the kernel trace knows: the caveats say more.");
            return;
        }
        int shown = 0;
        for (Map.Entry<TagOnPath.OfLabel, List<TagPathRow>> one : labels.entrySet()) {
            if (shown++ == most) {
                page.paragraph("... and " + Words.count(labels.size() - most, "more label"));
                return;
            }
            page.heading(heading(analysis, one.getKey()));
            page.paragraph(sentence(analysis, one.getKey()));
            page.table(MODULES, largest(one.getValue(), most), Integer.MAX_VALUE);
            if (one.getValue().size() > most) {
                page.paragraph("... and " + (one.getValue().size() - most) + " more with less time");
            }
        }
    }

    /** A line for each label. */
    static void lines(TextPage page, Analysis analysis, int most) throws IOException {
        Map<TagOnPath.OfLabel, List<TagPathRow>> labels = byLabel(analysis);
        int shown = 0;
        for (Map.Entry<TagOnPath.OfLabel, List<TagPathRow>> one : labels.entrySet()) {
            if (shown++ == most) {
                page.paragraph("... and " + Words.count(labels.size() - most, "more label"));
                return;
            }
            page.paragraph(LabelWords.calledOrAll(analysis, one.getKey().label()) + ": " + sentence(analysis, one.getKey()));
        }
    }

    private static Map<TagOnPath.OfLabel, List<TagPathRow>> byLabel(Analysis analysis) {
        Map<TagOnPath.OfLabel, List<TagPathRow>> labels = new LinkedHashMap<>();
        TagPathRow.of(analysis).forEach(row -> labels.computeIfAbsent(row.of(), label -> new ArrayList<>()).add(row));
        return labels;
    }

    private static String heading(Analysis analysis, TagOnPath.OfLabel label) {
        int thread = analysis.pathThread();
        return "Tags on the critical path of "
                + (thread != Timeline.NONE ? Vertex.of(analysis.timeline(), thread).selector() + ": "
                        : Words.count(label.requests(), "request")
                                + (label.label().isEmpty() ? ""
                                        : " of '" + named(LabelWords.called(analysis.question(), label.label())) + "'")
                                + ": ")
                + TimeFormat.duration(label.nanos())
                + (label.requests() > 1 ? ", " + TimeFormat.duration(label.nanos() / label.requests()) + " each" : "");
    }

    /** {@code on the path: engine/storage/crc 41.0 %, net/reply 12.0 %; of what makes requests differ: engine/storage/crc 63.0 %}. */
    private static String sentence(Analysis analysis, TagOnPath.OfLabel label) {
        List<ModuleShare> modules = ModuleShare.of(label, analysis.tags().paths()).stream().filter(one -> one.nanos() > 0).toList();
        String text = "on the path: " + modules.stream().limit(MOST_NAMED)
                .map(one -> one.name() + ' ' + share((double) one.nanos() / label.nanos())).collect(Collectors.joining(", "));
        String differing = ModuleShare.differing(label, analysis.tags().paths());
        return differing.isEmpty() ? text : text + "; of what makes requests differ: " + differing;
    }

    /** The modules on the path of a thread, or on those of the requests of a label; nothing where no program tells them. */
    static void byModule(TextPage page, Analysis analysis, String label) throws IOException {
        for (TagOnPath.OfLabel one : analysis.get(TagQuestion.PATHS).labels()) {
            if (one.label().equals(label)) {
                page.paragraph("by module: " + ModuleShare.words(one, analysis.tags().paths()));
            }
        }
    }

    /** Those with the most time, in the order of the tree. */
    private static List<TagPathRow> largest(List<TagPathRow> rows, int most) {
        Set<TagPathRow> chosen = new HashSet<>(
                rows.stream().sorted(Comparator.comparingLong((TagPathRow row) -> row.times().nanos()).reversed()).limit(most).toList());
        return rows.stream().filter(chosen::contains).toList();
    }

    /** A name in a sentence: programs may tell paths of thousands of characters. */
    static String named(String name) {
        return PlainText.shorten(name, MOST_OF_NAME);
    }

    private static String share(double share) {
        return Double.isNaN(share) ? "" : Percent.percent(share, 1);
    }
}
