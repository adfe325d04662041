/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.report.page.SweepPage;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepKnotRow;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.rows.SweepTimeRow;
import org.bowline.report.table.Report;
import org.bowline.report.text.SweepText;
import org.bowline.report.text.SweepTimesText;
import org.bowline.report.text.TextPage;
import org.bowline.runs.UnreadableRunException;
import org.bowline.runs.sweep.Sweep;
import org.bowline.runs.sweep.SweepResults;

/** Options of {@code compare --by concurrency}, and what it does. */
final class SweepOptions {
    /** By what runs are compared. */
    enum By {
        CONCURRENCY
    }

    @Option(names = "--by", paramLabel = "concurrency",
            description = "Compare builds level by level: BASE is then a CSV file of runs (columns build, clients, run, throughput; perhaps load, "
                    + "latency_p50_ns, latency_p99_ns, machine, recording), or a directory that holds one as runs.csv, and there is no NEW. Levels at which a "
                    + "build has fallen over are not compared.") private @Nullable By by;

    @Option(names = "--base", paramLabel = "BUILD",
            description = "With --by: the build that the others are compared with. Default: the first one in the file.") private @Nullable String base;

    @Option(names = "--fallen", paramLabel = "SHARE",
            description = "With --by: a build has fallen where its throughput is more than this below its own peak at fewer clients, like 20%%. "
                    + "Default: 20%%.") private @Nullable String fallen;

    @Option(names = "--series", paramLabel = "BUILD,BUILD,...",
            description = "With --by: four or more builds that differ in how much they have to do. Whether those that do more with few clients do less with "
                    + "many is told. Default: builds whose names end with -pauseN, -slowN, -delayN or -thinkN, and the one without.") private List<String> series = new ArrayList<>();

    /** Whether levels are compared, not two sets of runs. */
    boolean isGiven() {
        return by != null;
    }

    /** That nothing is said which only {@code --by} understands. */
    void checkAbsent() {
        if (base != null || fallen != null || !series.isEmpty()) {
            throw Failure.usage((base != null ? "--base" : fallen != null ? "--fallen" : "--series") + " goes with --by concurrency");
        }
    }

    /**
     * Reads the runs and compares.
     *
     * @param wanted which recordings are read
     */
    SweepInput read(String path, SweepResults.Recordings wanted, Progress progress) throws IOException {
        double share = share();
        try {
            return SweepResults.read(Path.of(path),
                    new Sweep.Question(base, share, series.stream().map(builds -> List.of(builds.split(",", -1))).toList()),
                    wanted, VersionProvider.version(), progress);
        } catch (Sweep.UnknownBuildException e) {
            throw Failure.usage((series.isEmpty() ? "--base: " : "--base, --series: ") + e.getMessage());
        } catch (java.nio.file.InvalidPathException e) {
            throw Failure.unreadable("there is no '" + path + '\'', e);
        } catch (UnreadableRunException e) {
            throw Failure.unreadable(String.valueOf(e.getMessage()), e);
        }
    }

    private double share() {
        String text = fallen;
        if (text == null) {
            return Sweep.FALLEN;
        }
        double share = Percent.parse(text).map(BigDecimal::doubleValue).orElse(Double.NaN);
        if (!(share > 0 && share < 1)) {
            throw Failure.usage("--fallen: '" + text + "' is not a share between 0% and 100%, like 20%");
        }
        return share;
    }

    /** As a text: for each load what came out, then its levels. */
    static void write(TextPage page, SweepInput input, int most) throws IOException {
        for (String load : input.loads()) {
            page.heading(SweepText.heading(input, load));
            for (String sentence : SweepText.sentences(input, load)) {
                page.paragraph(sentence);
            }
            Report<List<SweepRow>> table = SweepText.table(input, load);
            page.heading("Throughput per second" + (load.isEmpty() ? "" : ", " + load));
            page.table(table, SweepText.lines(input, load), most);
            List<List<SweepTimeRow>> times = SweepTimesText.lines(input, load);
            if (!times.isEmpty()) {
                page.heading(SweepTimesText.HEADING);
                page.table(SweepTimesText.times(times), times, most);
            }
            List<SweepKnotRow> knots = SweepTimesText.knots(input, load);
            if (!knots.isEmpty()) {
                page.heading("Knots, as recorded");
                page.table(SweepTimesText.KNOTS, knots, most);
            }
        }
        int unread = input.recorded().unread();
        if (unread > 0) {
            page.paragraph(Words.count(unread, "recording") + (unread == 1 ? " was not read, as it does" : " were not read, as they do")
                    + " not tell why a build has fallen. With -o DIR, all are read, for times and knots of each level.");
        }
    }

    /** The caveats that the text does not tell by itself. */
    static List<Caveat> caveats(SweepInput input) {
        return input.caveats().stream().filter(caveat -> !caveat.kind().equals(Sweep.SATURATION_MOVED)).toList();
    }

    /** What {@code --fail-on} counts. */
    static List<String> failing(SweepInput input, String word) {
        boolean any = word.equals("difference");
        return input.rows().stream().filter(row -> row.verdict().equals("regression") || any && row.verdict().equals("improvement"))
                .map(row -> (row.load().isEmpty() ? "" : row.load() + ' ') + row.build() + " with " + Words.count(row.clients(), "client")
                        + ' '
                        + SweepText.change(row))
                .toList();
    }

    /** Why levels could not be judged for want of runs, in words: nobody is to take these for passed. Where a build has fallen, runs are not what is missing. */
    static List<String> unjudged(SweepInput input) {
        List<String> why = new ArrayList<>();
        input.rows().stream().filter(row -> row.verdict().equals("noise-unknown"))
                .map(row -> (row.load().isEmpty() ? "" : row.load() + ' ') + row.build() + " with " + Words.count(row.clients(), "client")
                        + " is not judged, as there are not two runs of it and of " + input.base())
                .forEach(why::add);
        input.caveats().stream().filter(caveat -> caveat.kind().equals(Sweep.LEVEL_MISSING) || caveat.kind().equals(Sweep.ONE_BUILD))
                .map(caveat -> caveat.text().replaceFirst("\\.$", "")).forEach(why::add);
        return why;
    }

    /** Writes the page. */
    static void page(SweepInput input, java.io.Writer out, Progress progress) throws IOException {
        SweepPage.write(input, out, progress);
    }
}
