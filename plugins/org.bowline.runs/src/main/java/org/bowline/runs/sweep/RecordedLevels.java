/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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
import org.bowline.runs.sweep.SweepResults.Recordings;

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
     * @param wanted which of them
     * @param caveats gets what is not known of them
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    static SweepInput.Recorded of(List<SweepRow> rows, List<SweepRecording> recordings, Recordings wanted, List<Caveat> caveats,
            Progress progress) {
        RecordedLevels levels = new RecordedLevels(rows);
        List<SweepRecording> counted = levels.ofLevels(recordings, caveats);
        List<SweepRecording> read = switch (wanted) {
            case NONE -> List.of();
            case OF_FALLS -> levels.ofFalls(counted);
            case ALL -> counted;
        };
        List<String> doubts = new ArrayList<>();
        for (int i = 0; i < read.size(); i++) {
            progress.check();
            progress.report("Reading " + read.get(i).trace(), (double) i / read.size());
            levels.read(read.get(i), caveats, doubts, progress);
        }
        if (!doubts.isEmpty()) {
            caveats.add(Caveat.of(Severity.WARNING, "", IN_DOUBT, doubts.size(), Words.count(doubts.size(), "recording")
                    + " of runs " + (doubts.size() == 1 ? "has" : "have") + " caveats of their own (" + doubts.get(0)
                    + "): what is said of the time of a unit of work may be off."));
        }
        return new SweepInput.Recorded(levels.timeRows(), levels.knotRows(), wanted == Recordings.NONE ? List.of() : levels.falls(),
                counted.size() - read.size());
    }

    /** A recording tells nothing. */
    static Caveat leftOut(Path trace, String why) {
        return Caveat.of(Severity.WARNING, "", LEFT_OUT, 1, "The recording " + trace + " is left out: "
                + PlainText.shorten(PlainText.visible(why), MOST_SHOWN) + '.');
    }

    /** Those of a level of which some run counts. */
    private List<SweepRecording> ofLevels(List<SweepRecording> recordings, List<Caveat> caveats) {
        Set<Place> places = rows.stream().map(RecordedLevels::place).collect(Collectors.toSet());
        List<SweepRecording> counted = new ArrayList<>();
        for (SweepRecording recording : recordings) {
            if (places.contains(place(recording.run()))) {
                counted.add(recording);
            } else {
                caveats.add(leftOut(recording.trace(), "no run counts of " + recording.run().build() + " with "
                        + Words.count(recording.run().clients(), "client")));
            }
        }
        return counted;
    }

    /** Those of builds where they have fallen and at their peaks: without the other, neither tells anything. */
    private List<SweepRecording> ofFalls(List<SweepRecording> recordings) {
        Set<Place> recorded = recordings.stream().map(recording -> place(recording.run())).collect(Collectors.toSet());
        Set<Place> needed = new HashSet<>();
        for (SweepRow row : rows) {
            List<Place> both = List.of(place(row), place(peak(row)));
            if (row.isFallen() && recorded.containsAll(both)) {
                needed.addAll(both);
            }
        }
        return recordings.stream().filter(recording -> needed.contains(place(recording.run()))).toList();
    }

    private void read(SweepRecording recording, List<Caveat> caveats, List<String> doubts, Progress progress) {
        SweepRun run = recording.run();
        try {
            Analysis analysis = analysis(recording, progress);
            if (!analysis.knowsWaits() || analysis.rangeNanos() <= 0) {
                caveats.add(leftOut(recording.trace(), "it does not tell who ran and waited, as kernel events do"));
                return;
            }
            times.computeIfAbsent(place(run), key -> new RecordedTimes()).add(analysis, run.throughput());
            analysis.caveats().stream().filter(caveat -> caveat.severity() != Severity.INFO).findFirst()
                    .ifPresent(caveat -> doubts.add(run.build() + " with " + Words.count(run.clients(), "client") + ": " + caveat.kind()));
        } catch (IOException | IllegalArgumentException e) {
            caveats.add(leftOut(recording.trace(), "it cannot be read (" + e.getMessage() + ')'));
        }
    }

    /** Of the time in which the load ran, as the throughput is of that; where that is not known, or by another clock, of the work that is found in the recording. */
    private static Analysis analysis(SweepRecording recording, Progress progress) throws IOException {
        SweepRun run = recording.run();
        if (run.isTimed()) {
            Analysis ofLoad = Analysis.of(List.of(recording.trace()), OpenOptions.DEFAULT,
                    Question.WORK.within(run.startNanos(), run.startNanos() + run.loadNanos()), progress);
            if (!ofLoad.knowsWaits() || RecordedTimes.rangeNanos(ofLoad) >= run.loadNanos() / 2) {
                return ofLoad;
            }
        }
        return Analysis.of(List.of(recording.trace()), OpenOptions.DEFAULT, Question.WORK, progress);
    }

    private static Place place(SweepRow row) {
        return new Place(row.load(), row.build(), row.clients());
    }

    private static Place place(SweepRun run) {
        return new Place(run.load(), run.build(), run.clients());
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
