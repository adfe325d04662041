/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.figures.Duration;
import org.bowline.core.model.Words;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.SweepTimeRow;
import org.bowline.report.text.SweepTimesText;

/** Where the time of a unit of work goes, a bar for each level: of running, and of the waits that only who has work has. All bars have one scale. */
final class SweepBars {
    private static final double WIDTH = 1000;
    private static final double LEFT = 190;
    private static final double RIGHT = 900;
    private static final double ROW = 24;
    private static final double BAR = 16;
    private static final double BASELINE = 13;
    private static final double GAP = 6;

    private final List<List<SweepTimeRow>> lines;
    private final List<SweepTimeRow> kinds;
    private final double most;

    SweepBars(List<List<SweepTimeRow>> lines) {
        this.lines = lines;
        kinds = SweepTimesText.kinds(lines).stream().filter(SweepBars::isOfWork).toList();
        most = lines.stream().mapToDouble(SweepBars::sum).max().orElse(0);
    }

    private static boolean isOfWork(SweepTimeRow row) {
        return !row.state().equals("blocked") || row.cause().equals(SweepTimeRow.LOCK) || row.cause().equals("disk");
    }

    private static double sum(List<SweepTimeRow> line) {
        return line.stream().filter(SweepBars::isOfWork).mapToDouble(SweepTimeRow::perUnitNanos).sum();
    }

    Markup figure(String id) {
        return Markup.when(hasBars(), """
                <figure class="card"><figcaption><b>Running, and waiting for processors, locks and disks</b> for each unit of work</figcaption>
                <div class="wide" tabindex="0" role="region" aria-label="Time for each unit of work">
                %s</div>
                <p class="keys">%s</p></figure>
                """, picture(id),
                Markup.each(keys(), key -> Markup.of("<span class=\"key %s\"><i></i>%s</span> ", key.style(), key.name())));
    }

    /** Whether some bar is longer than nothing. */
    boolean hasBars() {
        return most > 0;
    }

    /** What the parts of a bar are. */
    List<SweepFigures.Key> keys() {
        List<SweepFigures.Key> keys = new ArrayList<>();
        for (int i = 0; i < kinds.size(); i++) {
            keys.add(new SweepFigures.Key("build" + i, SweepTimesText.head(kinds.get(i))));
        }
        return keys;
    }

    /** The image alone. */
    Markup picture(String id) {
        Markup bars = new Markup();
        for (int i = 0; i < lines.size(); i++) {
            bars.add("%s", bar(lines.get(i), i * ROW));
        }
        return Markup.of("""
                <svg class="plot times" viewBox="0 0 %s %s" role="img" aria-labelledby="%s">
                <title id="%s">Time for each unit of work at %s; the table below has the figures</title>%s</svg>""", WIDTH,
                lines.size() * ROW, id,
                id, Words.count(lines.size(), "level"), bars);
    }

    private Markup bar(List<SweepTimeRow> line, double y) {
        SweepTimeRow level = line.get(0);
        Markup bar = Markup.of("<text x=\"%s\" y=\"%s\" text-anchor=\"end\">%s, %s</text>", LEFT - GAP, y + BASELINE,
                Markup.cut(level.build(), 24), Words.count(level.clients(), "client"));
        double x = LEFT;
        for (int i = 0; i < kinds.size(); i++) {
            SweepTimeRow kind = kinds.get(i);
            double nanos = line.stream().filter(row -> row.state().equals(kind.state()) && row.cause().equals(kind.cause()))
                    .mapToDouble(SweepTimeRow::perUnitNanos).sum();
            double width = (RIGHT - LEFT) * nanos / most;
            if (nanos > 0) {
                bar.add("<rect class=\"part build%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"><title>%s: %s</title></rect>", i, x, y,
                        width,
                        BAR, SweepTimesText.head(kind), Duration.duration(Math.round(nanos)));
            }
            x += width;
        }
        return bar.add("<text x=\"%s\" y=\"%s\">%s</text>", x + GAP, y + BASELINE, Duration.duration(Math.round(sum(line))));
    }
}
