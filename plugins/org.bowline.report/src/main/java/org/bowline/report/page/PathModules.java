/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.tag.TagOnPath;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.ModuleShare;

/** Which modules a critical path goes through. */
final class PathModules {
    private PathModules() {}

    /** A line; nothing where no program tells of modules. The label is empty for the path of a thread. */
    static Markup line(Analysis analysis, String label) {
        for (TagOnPath.OfLabel one : analysis.get(TagQuestion.PATHS).labels()) {
            if (one.label().equals(label)) {
                return Markup.of("<p class=\"note\"><a href=\"#tag-path\">By module</a>: %s.</p>",
                        ModuleShare.words(one, analysis.tags().paths()));
            }
        }
        return new Markup();
    }
}
