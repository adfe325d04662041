/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.model.Words;
import org.bowline.core.trace.Experiment;
import org.bowline.report.analyses.Descriptor;
import org.bowline.report.analyses.Descriptors;
import org.bowline.report.analyses.RangeText;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.text.TextPage;

/** What {@code analyze} tells a reader: from the clocks to the knots, and what not to trust. */
final class Summary {
    private Summary() {}

    /** Writes it. */
    static void write(TextPage page, Experiment experiment, Analysis analysis, int most, ReportDirectory.@Nullable Outcome outcome)
            throws IOException {
        int traces = experiment.hosts().stream().mapToInt(host -> host.traces().size()).sum();
        List<Descriptor> all = Descriptors.installed().inTexts();
        all.get(0).brief(page, analysis, most, outcome != null); // what is wrong comes before anything else
        page.heading(Words.count(analysis.timeline().hostCount(), "host") + ", " + Words.count(traces, "trace")
                + (analysis.knowsWaits() ? ", " + Words.count(analysis.totals().size(), "thread") : ""));
        RangeText.write(page, analysis);
        for (Descriptor one : all.subList(1, all.size())) {
            one.brief(page, analysis, most, outcome != null);
        }
        page.ofWholeRecording(RangeText.beyond(analysis));
        page.caveats(Descriptors.installed().caveats(analysis),
                outcome == null ? "-o DIR writes all of them" : "the caveats file has all of them");
        if (outcome != null) {
            files(page, outcome);
        }
    }

    /** What was written, and what was removed. */
    static void files(TextPage page, ReportDirectory.Outcome outcome) throws IOException {
        page.heading("Wrote " + names(outcome.written()));
        if (!outcome.removed().isEmpty()) {
            page.paragraph("and removed " + names(outcome.removed()) + " of an earlier run");
        }
    }

    private static String names(List<Path> files) {
        return files.stream().map(Path::toString).collect(Collectors.joining(", "));
    }
}
