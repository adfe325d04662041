/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

/** Tables in boxes of their own that scroll sideways, also by keyboard, so that the page never does. */
final class Tables {
    private Tables() {}

    /** Begins a box and a table. */
    static Html open(Html html, String name, String... attributes) {
        return html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", name).open("table", attributes);
    }

    /** Ends them. */
    static Html close(Html html) {
        return html.close(2).line();
    }

    /** A head of columns; those whose name begins with # are numbers. */
    static void head(Html html, String... columns) {
        html.open("thead").open("tr");
        for (String column : columns) {
            if (column.startsWith("#")) {
                html.element("th", column.substring(1), "scope", "col", "class", "num");
            } else {
                html.element("th", column, "scope", "col");
            }
        }
        html.close(2);
    }
}
