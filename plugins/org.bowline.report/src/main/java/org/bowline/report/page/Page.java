/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.bowline.report.graph.Markup;

/** What all pages have in common. */
final class Page {
    /** What every page has, and hardly any page of others. */
    static final String GENERATOR = "<meta name=\"generator\" content=\"Bowline ";

    private Page() {}

    /**
     * Writes a document.
     *
     * @param scripts what the content security policy allows of scripts, with a semicolon and a space behind it; empty for none
     * @param attributes of the body
     * @param header what comes before the links to the sections
     * @param end what comes after everything
     */
    static void write(Writer out, String title, String version, String scripts, String style, Markup attributes, Markup header,
            List<Section> sections, Markup end) throws IOException {
        out.write(Markup.of("""
                <!DOCTYPE html>

                <html lang="en"><head><meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="%s">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta name="color-scheme" content="light dark">
                <meta name="generator" content="Bowline %s">
                <title>%s – Bowline</title>
                <style>%s</style></head>

                <body%s>%s<nav aria-label="Sections"><ul>%s</ul></nav>

                <main id="main">%s</main>
                <footer>Made by Bowline %s. This page needs no network.</footer>%s</body></html>
                """, "default-src 'none'; style-src 'unsafe-inline'; " + scripts + "base-uri 'none'; form-action 'none'", version, title,
                Markup.raw(style), attributes, header,
                Markup.each(sections, section -> Markup.of("<li><a href=\"#%s\">%s</a></li>", section.id(), section.title())),
                Markup.each(sections, Section::markup), version, end).toString());
        out.flush();
    }

    /** A file of this package. */
    static String asset(String name) {
        try (InputStream in = Page.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read from the jar", e);
        }
    }
}
