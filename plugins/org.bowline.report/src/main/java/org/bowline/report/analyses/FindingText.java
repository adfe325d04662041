/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.figures.Duration;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.Severity;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.rows.EvidenceRow;
import org.bowline.report.rows.FindingRow;
import org.bowline.report.rows.FindingRows;
import org.bowline.report.text.TextPage;
import org.bowline.report.text.TimeFormat;

/** Findings in words: those of the command line, which a window takes as well. */
public final class FindingText {
    /** Lines of findings in a summary. */
    static final int MOST_LINES = 5;

    private FindingText() {}

    /**
     * The worst findings, each with what to look at next: the first thing to read.
     *
     * @param all where all are, as the end of a sentence
     */
    static void lines(TextPage page, Analysis analysis, String all) throws IOException {
        Findings findings = Findings.of(analysis);
        for (Finding finding : findings.findings().subList(0, Math.min(MOST_LINES, findings.findings().size()))) {
            page.lead(finding.severity().label() + ": " + finding.rule() + ": " + finding.summary());
            page.paste("next: ", NextStep.after(analysis, finding));
        }
        int left = findings.findings().size() - MOST_LINES;
        if (left > 0) {
            page.paragraph("... and " + left + " more " + all);
        } else if (findings.findings().isEmpty()) {
            page.lead("No rule found anything; bowline findings --all says what was looked for.");
            Optional<String> next = NextStep.afterNothing(analysis);
            if (next.isPresent()) {
                page.paste("next: ", next.get());
            }
        }
    }

    /** {@code Findings: 1 critical, 2 warnings}. */
    public static String title(Findings findings) {
        List<String> counts = new ArrayList<>();
        for (int i = Severity.values().length - 1; i >= 0; i--) {
            Severity severity = Severity.values()[i];
            long count = findings.findings().stream().filter(finding -> finding.severity() == severity).count();
            if (count > 0) {
                counts.add(count + " " + severity.label() + (severity == Severity.WARNING && count > 1 ? "s" : ""));
            }
        }
        return counts.isEmpty() ? "Findings" : "Findings: " + String.join(", ", counts);
    }

    /** All findings with why, what to try and what to look at. */
    static void whole(TextPage page, Analysis analysis, List<RuleInfo> infos, int most) throws IOException {
        Findings findings = Findings.of(analysis);
        Timeline timeline = analysis.timeline();
        page.heading(title(findings));
        if (findings.findings().isEmpty()) {
            page.paragraph("None" + (findings.rules().isEmpty() ? "." : "; --all says what was looked for."));
        }
        for (FindingRow row : FindingRows.of(findings)) {
            Finding finding = row.finding();
            page.heading(heading(row, infos));
            page.paragraph(finding.summary());
            page.paragraph("Why it matters: " + finding.why());
            page.paragraph("What to try: " + finding.advice());
            page.paste("What to look at next: ", NextStep.after(analysis, finding));
            List<EvidenceRow> evidence = finding.evidence().stream().map(each -> FindingRows.row(timeline, row, each)).toList();
            for (EvidenceRow each : evidence.subList(0, Math.min(most, evidence.size()))) {
                page.paragraph("- " + evidence(each));
            }
            long left = Math.max(0, evidence.size() - most) + finding.evidenceLeftOut();
            if (left > 0) {
                page.paragraph("- ... and " + left + " more");
            }
            if (finding.estimate()) {
                page.paragraph(FindingRows.estimate(finding));
            }
        }
    }

    /** {@code 1. critical: Dominant knot (dominant-knot)}. */
    public static String heading(FindingRow row, List<RuleInfo> infos) {
        Finding finding = row.finding();
        return row.number() + ". " + finding.severity().label() + ": " + title(finding.rule(), infos) + " (" + finding.rule() + ')';
    }

    /** The title of a rule; that of all rules if it is none of these. */
    public static String title(String rule, List<RuleInfo> infos) {
        return infos.stream().filter(info -> info.id().equals(rule)).map(RuleInfo::title).findFirst().orElse("Rules");
    }

    /** What became of the rules that found nothing. */
    static void rules(TextPage page, Findings findings) throws IOException {
        List<Findings.Status> quiet = findings.rules().stream().filter(status -> status.state() != Findings.State.FIRED).toList();
        if (!quiet.isEmpty()) {
            page.heading("Rules that found nothing");
            for (Findings.Status status : quiet) {
                page.paragraph(status.rule() + ": " + status.state().label() + (status.reason().isEmpty() ? "" : ", " + status.reason()));
            }
        }
    }

    /** {@code in writer_main → [write_batch] → fdatasync: 248 ms (39 waits of j-writer (A:987) for disk vdd (A))}. */
    private static String stack(EvidenceRow row) {
        List<String> lines = new ArrayList<>(row.note().lines().toList());
        // a note before the functions ends with a colon, as no function does
        String note = lines.isEmpty() || !lines.get(0).endsWith(":") ? "" : " (" + lines.remove(0).replaceFirst(":$", "") + ')';
        Collections.reverse(lines);
        return "in " + String.join(" → ", lines) + ": " + Duration.duration(row.nanos()) + note;
    }

    /** What a piece of evidence tells, in one line. */
    public static String evidence(EvidenceRow row) {
        String note = row.note().isEmpty() ? "" : " (" + row.note().replaceAll("\\s*\\R\\s*", "; ") + ')';
        return switch (row.kind()) {
            case "range" -> "--from " + TimeFormat.timeOfDay(row.fromNanos()) + " --to " + TimeFormat.timeOfDay(row.toNanos()) + note;
            case "vertex" -> row.source().phrase() + (row.nanos() > 0 ? ": " + Duration.duration(row.nanos()) : "") + note;
            case "edge" -> row.source().phrase() + " waits for " + row.target().phrase() + ": " + Duration.duration(row.nanos())
                    + (row.count() > 0 ? ", " + Words.count(row.count(), "time") : "") + note;
            case "knot" -> "knot or sink " + row.count() + " of the report knots" + note;
            case "stack" -> stack(row);
            case "host" -> "host " + row.source().host() + note;
            default -> row.kind() + note;
        };
    }
}
