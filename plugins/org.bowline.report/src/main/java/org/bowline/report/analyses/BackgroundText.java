/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.NewWork;
import org.bowline.core.analysis.Workers;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;
import org.bowline.report.rows.Folding;
import org.bowline.report.rows.KnotWords;
import org.bowline.report.text.TextPage;

/** What is not worth making faster, in words: knots in the background, and waits for new work. */
final class BackgroundText {
    private static final int MOST_NAMED = 4;

    private BackgroundText() {}

    /** Which knots are in the background, and what there is without them. */
    static void of(TextPage page, Analysis analysis, int most) throws IOException {
        BackgroundKnots background = analysis.get(Workers.KNOTS);
        List<BackgroundKnots.Found> found = background.found();
        List<Integer> numbers = IntStream.range(0, found.size()).filter(i -> found.get(i).isBackground()).mapToObj(i -> i + 1).toList();
        boolean one = numbers.size() == 1;
        String them = one ? "it" : "them";
        page.paragraph((one ? "Knot " : "Knots ") + list(numbers) + (one ? " is" : " are") + " in the background: no worker is in " + them
                + ", and none waits for " + them + ", directly or through others, so the work gets no faster by " + them + ". Workers are "
                + analysis.get(Workers.RESULT).phrase()
                + (Workers.isSaid(analysis.question()) ? "." : " (--worker and --background choose others)."));
        List<Knot> left = background.left();
        List<Integer> later = IntStream.range(0, found.size()).filter(i -> found.get(i).round() > 0 && !found.get(i).isBackground())
                .boxed().toList();
        String threshold = KnotText.weight(analysis.graph(), background.restThresholdNanos());
        if (left.isEmpty()) {
            page.paragraph("Without " + them + " no knot is left at a threshold of " + threshold + '.');
            for (String hint : KnotWords.hints(analysis, background.rest(), background.restThresholdNanos())) {
                page.paragraph("  " + hint);
            }
        } else if (later.isEmpty()) {
            page.paragraph(
                    "Without " + them + (left.size() == 1 ? " the other knot stays as it is." : " the other knots stay as they are."));
        } else {
            page.paragraph("Without " + them + ", at a threshold of " + threshold + ", "
                    + (later.size() == 1 ? "there is one more knot:" : "there are " + later.size() + " more knots:"));
            for (int i : later.subList(0, Math.min(most, later.size()))) {
                KnotText.knot(page, analysis, found.get(i), i + 1);
            }
        }
    }

    /** {@code 1, 2 and 4}. */
    private static String list(List<Integer> numbers) {
        int last = numbers.size() - 1;
        String first = String.join(", ", numbers.subList(0, Math.max(1, last)).stream().map(String::valueOf).toList());
        return last == 0 ? first : first + " and " + numbers.get(last);
    }

    /** Which of the edges of a table are waits of threads for new work. */
    static void newWork(TextPage page, Analysis analysis, List<Folding.Edge> edges) throws IOException {
        NewWork newWork = analysis.get(NewWork.RESULT);
        List<String> names = new ArrayList<>();
        for (Folding.Edge edge : edges) {
            if (Arrays.stream(edge.edges()).allMatch(newWork::isOfThread)) {
                names.add(edge.row().source().phrase() + " for " + edge.row().target().phrase());
            }
        }
        if (!names.isEmpty()) {
            String more = names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more" : "";
            page.paragraph("Waits for new work: " + String.join("; ", names.subList(0, Math.min(MOST_NAMED, names.size()))) + more
                    + ". Such a wait ends when there is something to do: it is not worth making shorter.");
        }
    }
}
