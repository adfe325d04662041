/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.bowline.core.analysis.FirstLook;
import org.bowline.core.progress.Progress;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.Markup;
import org.bowline.report.graph.PictureOptions;

/**
 * A run as one page of HTML that needs nothing else. Without its script it is a static page with the same figures.
 *
 * <p>The page's content security policy allows no network and no script but its own, told by its hash: even if a name slipped through the
 * escaping, it could do nothing.
 */
public final class HtmlReport {
    private static final String STYLES = Arrays.stream(LegStyle.values()).map(LegStyle::label).collect(Collectors.joining("|"));

    /** As many as can be read at the width of a page. */
    private static final int NODES = 36;

    private HtmlReport() {}

    /**
     * Writes the page; does not close the writer.
     *
     * @param input what to show
     * @param out UTF-8
     * @param progress asked whether to stop
     * @throws org.bowline.core.progress.CancelledException if it was to stop
     */
    public static void write(HtmlInput input, Writer out, Progress progress) throws IOException {
        String script = Page.asset("report.js");
        GraphPicture picture = GraphPicture.of(input.graph(), input.knots(),
                PictureOptions.DEFAULT.withMaximalNodes(NODES).without(FirstLook.leaves(input.analysis())), progress);
        List<PathFigure> figures = new ArrayList<>();
        PathFigure path = input.path() == null ? null : new PathFigure(input.path(), "path");
        if (path != null) {
            figures.add(path);
        }
        IntervalsSection intervals = input.intervals() == null || input.intervals().paths().isEmpty() ? null
                : new IntervalsSection(input.intervals(), input.timeline(), progress);
        if (intervals != null) {
            figures.addAll(intervals.figures());
        }
        Doubts doubts = new Doubts(input);
        Names names = new Names();
        Markup header = Markup.of("""
                <a href="#findings" class="skip">Skip to the findings</a>
                <header><div class="title"><p class="brand">Bowline report</p><h1>%s</h1></div>
                <button type="button" id="theme" class="script-only" hidden="">Theme: auto</button></header>
                """, names.of(input.title()));
        List<Section> sections = new ArrayList<>(input.more());
        sections.add(new Section("summary", "Summary", 0, SummarySection.of(input)));
        sections.add(new Section("findings", "Findings", 10, FindingsSection.of(input, picture)));
        if (ClocksSection.applies(input)) {
            sections.add(new Section("clocks", "Clocks", 20, ClocksSection.of(input, doubts, names)));
        }
        sections.add(new Section("wait-for", "Who waits", 40, new GraphSection(input, picture).of(doubts)));
        if (path != null) {
            sections.add(new Section("critical-path", "Critical path", 50, PathSection.of(path, doubts, names)));
        }
        if (intervals != null) {
            sections.add(new Section("intervals", "Intervals", 51, intervals.of(doubts, names)));
        }
        sections.add(new Section("threads", "Threads", 90, ThreadsSection.of(input, doubts, names)));
        sections.add(doubts.section());
        sections.sort(Comparator.comparingInt(Section::rank));
        Page.write(out, Names.shortened(input.title()), input.version(), "script-src 'sha256-" + hash(script) + "'; ",
                Page.asset("report.css"), Markup.of(" data-styles=\"%s\"", STYLES), header, sections, Markup.of("""

                        <script type="application/json" id="data">%s</script>

                        <script>%s</script>""", Markup.raw(new PageData(input, picture, progress).json(figures)), Markup.raw(script)));
    }

    private static String hash(String script) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
