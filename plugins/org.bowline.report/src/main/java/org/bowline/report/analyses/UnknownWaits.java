/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;

import org.bowline.core.analysis.Analysis;
import org.bowline.report.text.TextPage;

/** What a text about waits says where none is known: that there are none to show does not mean that there were none. */
final class UnknownWaits {
    static final String WHY = "there is no kernel trace with scheduling events";

    private UnknownWaits() {}

    /** Says so, if it is so. */
    static boolean said(TextPage page, Analysis analysis) throws IOException {
        if (analysis.knowsWaits()) {
            return false;
        }
        page.heading("It is not known what threads did: " + WHY);
        return true;
    }
}
