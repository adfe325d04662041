/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepKnotRow;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.rows.SweepTimeRow;

/** What the recordings of a sweep tell of its levels: where the time of a unit of work goes, and why builds fall over. */
final class RecordedLevels {
    /** The caveat of a recording that tells nothing. */
    static final String LEFT_OUT = "recording-left-out";
    /** The caveat of recordings with caveats of their own. */
    static final String IN_DOUBT = "recording-in-doubt";

    private static final int MOST_SHOWN = 160;

    private final List<SweepRow> rows;
    private final Map<Place, RecordedTimes> times = new HashMap<>();

    private record Place(String load, String build, long clients) {}

    private RecordedLevels(List<SweepRow> rows) {
        this.rows = rows;
    }

    /**
     * Reads the recordings, one after the other.
     *
     * @param rows the levels
     * @param caveats gets what is not known of them
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    static SweepInput.Recorded of(List<SweepRow> rows, List<SweepRecording> recordings, List<Caveat> caveats, Progress progress) {
        RecordedLevels levels = new RecordedLevels(rows);
        List<String> doubts = new ArrayList<>();
        for (int i = 0; i < recordings.size(); i++) {
            progress.check();
            progress.report("Reading " + recordings.get(i).trace(), (double) i / recordings.size());
            levels.read(recordings.get(i), caveats, doubts, progress);
        }
        if (!doubts.isEmpty()) {
            caveats.add(Caveat.of(Severity.WARNING, "", IN_DOUBT, doubts.size(), Words.count(doubts.size(), "recording")
                    + " of runs " + (doubts.size() == 1 ? "has" : "have") + " caveats of their own (" + doubts.get(0)
                    + "): what is said of the time of a unit of work may be off."));
        }
        return new SweepInput.Recorded(levels.timeRows(), levels.knotRows(), levels.falls());
    }

    /** A recording tells nothing. */
    static Caveat leftOut(Path trace, String why) {
        return Caveat.of(Severity.WARNING, "", LEFT_OUT, 1, "The recording " + trace + " is left out: "
                + PlainText.shorten(PlainText.visible(why), MOST_SHOWN) + '.');
    }

    private void read(SweepRecording recording, List<Caveat> caveats, List<String> doubts, Progress progress) {
        SweepRun run = recording.run();
        Place place = new Place(run.load(), run.build(), run.clients());
        if (rows.stream().noneMatch(row -> place(row).equals(place))) {
            caveats.add(leftOut(recording.trace(), "no run counts of " + run.build() + " with " + Words.count(run.clients(), "client")));
            return;
        }
        try {
            Analysis analysis = Analysis.of(List.of(recording.trace()), OpenOptions.DEFAULT, Question.WORK, progress);
            if (!analysis.knowsWaits() || analysis.rangeNanos() <= 0) {
                caveats.add(leftOut(recording.trace(), "it does not tell who ran and waited, as kernel events do"));
                return;
            }
            times.computeIfAbsent(place, key -> new RecordedTimes()).add(analysis, run.throughput());
            analysis.caveats().stream().filter(caveat -> caveat.severity() != Severity.INFO).findFirst()
                    .ifPresent(caveat -> doubts.add(run.build() + " with " + Words.count(run.clients(), "client") + ": " + caveat.kind()));
        } catch (IOException | IllegalArgumentException e) {
            caveats.add(leftOut(recording.trace(), "it cannot be read (" + e.getMessage() + ')'));
        }
    }

    private static Place place(SweepRow row) {
        return new Place(row.load(), row.build(), row.clients());
    }

    private @Nullable RecordedTimes at(SweepRow row) {
        return times.get(place(row));
    }

    /** The level at which the build does most; itself there. */
    private SweepRow peak(SweepRow row) {
        return rows.stream().filter(other -> other.load().equals(row.load()) && other.build().equals(row.build())
                && other.shareOfPeak() == 1).findFirst().orElse(row);
    }

    private List<SweepTimeRow> timeRows() {
        List<SweepTimeRow> told = new ArrayList<>();
        for (SweepRow row : rows) {
            RecordedTimes here = at(row);
            SweepRow peak = peak(row);
            RecordedTimes there = peak.equals(row) ? null : at(peak);
            for (TimePart part : TimePart.values()) {
                if (here != null && here.isKnown(part) && (here.perUnit(part) > 0 || part.isOfWork())) {
                    told.add(new SweepTimeRow(row.load(), row.build(), row.clients(), here.recordings(), part.state(), part.cause(),
                            here.perUnit(part), here.perSecond(part),
                            there == null || !there.isKnown(part) ? Double.NaN : here.perUnit(part) - there.perUnit(part),
                            here.mostBy(part),
                            here.mostShare(part)));
                }
            }
        }
        return told;
    }

    private List<SweepKnotRow> knotRows() {
        List<SweepKnotRow> told = new ArrayList<>();
        for (SweepRow row : rows) {
            RecordedTimes here = at(row);
            if (here != null) {
                here.knots().forEach(members -> told.add(new SweepKnotRow(row.load(), row.build(), row.clients(), members,
                        here.weight(members), here.seen(members))));
            }
        }
        return told;
    }

    private List<SweepInput.Fall> falls() {
        List<SweepInput.Fall> falls = new ArrayList<>();
        for (String load : rows.stream().map(SweepRow::load).distinct().toList()) {
            List<SweepRow> fallen = rows.stream().filter(row -> row.load().equals(load) && row.isFallen()).toList();
            List<SweepRow> without = fallen.stream().filter(row -> at(row) == null || at(peak(row)) == null).toList();
            if (!fallen.isEmpty() && without.size() == fallen.size()) {
                falls.add(
                        new SweepInput.Fall(load, "Why is not known: there is no recording of a build where it has fallen and at its peak."
                                + " In the plan of bowline sweep, record.runs: one makes them."));
                continue;
            }
            for (SweepRow row : fallen) {
                RecordedTimes here = at(row);
                RecordedTimes there = at(peak(row));
                falls.add(new SweepInput.Fall(load, here == null || there == null
                        ? "Why " + row.build() + " has fallen with " + Words.count(row.clients(), "client") + " is not known: there is no"
                                + " recording of it "
                                + (here == null ? "there" : "at its peak, with " + Words.count(peak(row).clients(), "client"))
                                + '.'
                        : FallText.of(row, peak(row), here, there)));
            }
        }
        return falls;
    }
}
