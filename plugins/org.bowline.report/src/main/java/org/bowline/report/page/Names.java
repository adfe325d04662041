/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import org.bowline.core.model.PlainText;
import org.bowline.report.graph.Markup;

/** The names from traces on one page: those that are too long for one among thousands are shortened, and are whole in titles. */
final class Names {
    private static final int MOST_CHARACTERS = 100;
    /** Characters of all titles: a page of thousands of such names must still open. */
    private static final int MOST_OF_TITLES = 100_000;

    private int titles;

    /** A name as the value of a template that stands first in its element. */
    Object of(String name) {
        String shown = shortened(name);
        if (shown.equals(name) || titles > MOST_OF_TITLES) {
            return shown;
        }
        titles += Math.min(name.length(), Markup.MOST_CHARACTERS);
        return new Markup.Titled(shown, name);
    }

    /** A name without a title. */
    static String shortened(String name) {
        return PlainText.shorten(name, MOST_CHARACTERS);
    }
}
