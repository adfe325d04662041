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

import org.bowline.core.analysis.Analysis;
import org.bowline.report.graph.Markup;

/**
 * A run as one page of HTML that needs nothing else. Without its script it is a static page with the same figures.
 *
 * <p>The page's content security policy allows no network and no script but its own, told by its hash: even if a name slipped through the
 * escaping, it could do nothing.
 */
public final class HtmlReport {
    private static final String STYLES = Arrays.stream(LegStyle.values()).map(LegStyle::label).collect(Collectors.joining("|"));

    private HtmlReport() {}

    /**
     * Writes the page; does not close the writer.
     *
     * @param title what the run is called, such as the names of its traces
     * @param version of the program
     * @param analysis what is asked for all figures
     * @param sources what has sections beside summary and caveats, which every page has
     * @param out UTF-8
     * @throws org.bowline.core.progress.CancelledException if the analysis's progress says so
     */
    public static void write(String title, String version, Analysis analysis, SectionSources sources, Writer out) throws IOException {
        String script = Page.asset("report.js");
        PageParts parts = new PageParts(analysis, sources.caveats(analysis));
        List<Section> sections = new ArrayList<>();
        sections.add(new Section("summary", "Summary", 0, SummarySection.of(parts)));
        sources.all().forEach(source -> sections.addAll(source.sections(parts)));
        sections.add(parts.doubts().section());
        sections.sort(Comparator.comparingInt(Section::rank));
        Markup header = Markup.of("""
                <a href="#findings" class="skip">Skip to the findings</a>
                <header><div class="title"><p class="brand">Bowline report</p><h1>%s</h1></div>
                <button type="button" id="theme" class="script-only" hidden="">Theme: auto</button></header>
                """, parts.names().of(title));
        Page.write(out, Names.shortened(title), version, "script-src 'sha256-" + hash(script) + "'; ",
                Page.asset("report.css"), Markup.of(" data-styles=\"%s\"", STYLES), header, sections, Markup.of("""

                        <script type="application/json" id="data">%s</script>

                        <script>%s</script>""", Markup.raw(new PageData(parts.shown(), parts.picture()).json(parts.figures())),
                        Markup.raw(script)));
    }

    private static String hash(String script) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
