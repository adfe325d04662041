/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

/** What a browser has to know of every page before it shows anything of it. */
final class PageHead {
    /** What every page has, and hardly any page of others. */
    static final String GENERATOR = "<meta name=\"generator\" content=\"Bowline ";

    private PageHead() {}

    /**
     * Begins the document, writes its head, and leaves the document open.
     *
     * @param scripts what the content security policy allows of scripts, with a semicolon and a space behind it; empty for none
     */
    static void write(Html html, String title, String version, String scripts, String style) {
        html.open("html", "lang", "en").open("head").single("meta", "charset", "utf-8")
                .single("meta", "http-equiv", "Content-Security-Policy", "content",
                        "default-src 'none'; style-src 'unsafe-inline'; " + scripts + "base-uri 'none'; form-action 'none'")
                .single("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
                .single("meta", "name", "color-scheme", "content", "light dark")
                .single("meta", "name", "generator", "content", "Bowline " + version)
                .element("title", title + " – Bowline").open("style").raw(style).close().close().line();
    }
}
