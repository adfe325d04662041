/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

import org.bowline.core.progress.Progress;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureOptions;

/**
 * A run as one page of HTML that needs nothing else. Without its script it is a static page with the same figures.
 *
 * <p>The page's content security policy allows no network and no script but its own, told by its hash: even if a name slipped through the
 * escaping, it could do nothing.
 */
public final class HtmlReport {
    private static final List<String> STYLES = Arrays.stream(LegStyle.values()).map(LegStyle::label).toList();

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
        String style = asset("report.css");
        String script = asset("report.js");
        GraphPicture picture = GraphPicture.of(input.graph(), input.knots(), PictureOptions.DEFAULT.withMaximalNodes(NODES), progress);
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
        Html html = new Html();
        head(html, input, style, script);
        navigation(html, ClocksSection.applies(input), path != null, intervals != null);
        html.open("main", "id", "main");
        SummarySection.write(html, input);
        FindingsSection.write(html, input, picture);
        if (ClocksSection.applies(input)) {
            ClocksSection.write(html, input, doubts);
        }
        new GraphSection(input, picture).write(html, doubts);
        if (path != null) {
            PathSection.write(html, path, doubts);
        }
        if (intervals != null) {
            intervals.write(html, doubts);
        }
        ThreadsSection.write(html, input, doubts);
        doubts.section(html);
        html.close();
        html.element("footer", "Made by Bowline " + input.version() + ". This page needs no network.").line();
        html.open("script", "type", "application/json", "id", "data").raw(new PageData(input, picture, progress).json(figures)).close()
                .line();
        html.open("script").raw(script).close();
        html.close(2).line();
        out.write("<!DOCTYPE html>\n");
        out.write(html.toString());
        out.flush();
    }

    private static void head(Html html, HtmlInput input, String style, String script) {
        PageHead.write(html, Html.name(input.title()), input.version(), "script-src 'sha256-" + hash(script) + "'; ", style);
        html.open("body", "data-styles", STYLES.stream().collect(Collectors.joining("|"))).element("a", "Skip to the findings", "href",
                "#findings", "class", "skip");
        html.open("header").open("div", "class", "title").element("p", "Bowline report", "class", "brand").named("h1", input.title())
                .close()
                .element("button", "Theme: auto", "type", "button", "id", "theme", "class", "script-only", "hidden", "").close().line();
    }

    private static void navigation(Html html, boolean clocks, boolean path, boolean intervals) {
        html.open("nav", "aria-label", "Sections").open("ul");
        for (String[] entry : new String[][] {{"summary", "Summary"}, {"findings", "Findings"}, {"clocks", "Clocks"},
            {"wait-for", "Who waits"}, {"critical-path", "Critical path"}, {"intervals", "Intervals"}, {"threads", "Threads"},
            {"caveats", "Caveats"}}) {
            boolean there = switch (entry[0]) {
                case "clocks" -> clocks;
                case "critical-path" -> path;
                case "intervals" -> intervals;
                default -> true;
            };
            if (there) {
                html.open("li").element("a", entry[1], "href", '#' + entry[0]).close();
            }
        }
        html.close(2).line();
    }

    private static String hash(String script) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** A file of this package. */
    static String asset(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read from the jar", e);
        }
    }
}
