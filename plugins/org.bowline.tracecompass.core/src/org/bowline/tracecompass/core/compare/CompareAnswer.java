/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.eclipse.osgi.util.NLS;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.report.rows.CompareFindingRow;
import org.bowline.report.rows.CompareInput;
import org.bowline.report.rows.CompareRow;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.text.CompareFindings;
import org.bowline.report.text.CompareText;
import org.bowline.runs.RunFacts;
import org.bowline.runs.compare.CompareRows;
import org.bowline.runs.compare.Comparison;
import org.bowline.runs.sweep.Sweep;
import org.bowline.runs.sweep.SweepResults;

/** What the view Compare shows. Immutable. */
public sealed interface CompareAnswer {
    /**
     * It cannot be compared.
     *
     * @param why a sentence or two that say why, and what to do
     */
    record Refused(String why) implements CompareAnswer {}

    /**
     * A comparison.
     *
     * @param base the runs of BASE
     * @param fresh the runs of NEW
     * @param rows what was compared: what differs by more than chance first, then what users feel, then what explains it
     * @param summary what came out of all, a sentence or two
     * @param caveats why it may not be fair, the most severe first
     */
    record Known(List<RunSource> base, List<RunSource> fresh, List<Compared> rows, String summary, List<Caveat> caveats)
            implements CompareAnswer {
        /** Copies the lists. */
        public Known {
            base = List.copyOf(base);
            fresh = List.copyOf(fresh);
            rows = List.copyOf(rows);
            caveats = List.copyOf(caveats);
        }
    }

    /**
     * Builds at several concurrencies, compared level by level.
     *
     * @param input everything that its page shows
     */
    record Swept(SweepInput input) implements CompareAnswer {}

    /**
     * Reads the runs of a sweep and compares its builds, as {@code bowline compare --by concurrency} does. Long if recordings are read: not for the UI thread.
     *
     * @param runs a file of runs, or the folder of a sweep
     * @param wanted which recordings are read
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    static CompareAnswer ofSweep(Path runs, Sweep.Question question, SweepResults.Recordings wanted, Progress progress) {
        try {
            return new Swept(SweepResults.read(runs, question, wanted, "", progress));
        } catch (IOException | Sweep.UnknownBuildException e) {
            return new Refused(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Reads the runs of both sides and compares them, as {@code bowline compare} does. Long: not for the UI thread.
     *
     * @param base at least one
     * @param fresh at least one
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    static CompareAnswer of(List<RunSource> base, List<RunSource> fresh, Progress progress) {
        try {
            List<RunSource> baseRuns = runs(base);
            List<RunSource> freshRuns = runs(fresh);
            Set<RunSource> seen = new HashSet<>();
            for (RunSource run : Stream.concat(baseRuns.stream(), freshRuns.stream()).toList()) {
                if (!seen.add(run)) {
                    return new Refused(NLS.bind(Messages.twice, run.name()));
                }
            }
            return of(baseRuns, read(baseRuns, progress), freshRuns, read(freshRuns, progress));
        } catch (IOException e) {
            return new Refused(String.valueOf(e.getMessage()));
        }
    }

    private static List<RunSource> runs(List<RunSource> side) throws IOException {
        List<RunSource> runs = new ArrayList<>();
        for (RunSource source : side) {
            runs.addAll(source.runs());
        }
        return runs;
    }

    private static List<RunFacts> read(List<RunSource> runs, Progress progress) throws IOException {
        List<RunFacts> facts = new ArrayList<>();
        for (RunSource run : runs) {
            progress.check();
            facts.add(run.read(progress));
        }
        return facts;
    }

    private static Known of(List<RunSource> base, List<RunFacts> baseFacts, List<RunSource> fresh, List<RunFacts> freshFacts) {
        Comparison comparison = Comparison.of(baseFacts, freshFacts);
        List<Compared> rows = new ArrayList<>();
        CompareRows.latencies(comparison, baseFacts, freshFacts).forEach(latency -> rows.add(new Compared.OfIntervals(latency)));
        List<CompareFindingRow> findings = CompareRows.findings(baseFacts, freshFacts);
        List<CompareInput.Measure> all = CompareRows.measures(comparison);
        all.stream().filter(measure -> CompareText.isOutcome(measure.row())).forEach(measure -> rows.add(new Compared.OfMeasure(measure)));
        for (CompareFindings.Where where : CompareFindings.Where.values()) {
            CompareFindings.in(where, findings)
                    .forEach(finding -> rows.add(new Compared.OfFinding(finding, baseFacts.size(), freshFacts.size())));
        }
        all.stream().filter(measure -> !CompareText.isOutcome(measure.row())).forEach(measure -> rows.add(new Compared.OfMeasure(measure)));
        rows.sort(Comparator.comparing((Compared one) -> !one.differs()));
        List<CompareRow> measures = CompareRows.of(comparison);
        return new Known(base, fresh, rows, CompareText.summary(measures, findings),
                comparison.caveats().stream().sorted(Comparator.comparing(Caveat::severity).reversed()).toList());
    }
}
