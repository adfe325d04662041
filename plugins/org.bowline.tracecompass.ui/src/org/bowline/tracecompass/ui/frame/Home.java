/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.ui.services.IServiceLocator;

/** What a window shows as long as no recording is open: the ways to one. */
final class Home {
    private static final String RECORD = "org.bowline.commands.record";
    private static final String SAMPLE = "org.bowline.commands.openSample";

    private Home() {}

    /** The ways to another recording that this installation has. */
    static List<TitleStrip.Way> recordings(IServiceLocator site) {
        List<TitleStrip.Way> ways = new ArrayList<>();
        add(ways, Messages.View_OpenLink, site, Commands.OPEN);
        add(ways, Messages.View_RecordLink, site, RECORD);
        return ways;
    }

    /** All ways that it has. */
    static Hint hint(IServiceLocator site) {
        List<TitleStrip.Way> ways = recordings(site);
        add(ways, Messages.View_SampleLink, site, SAMPLE);
        return new Hint(Messages.View_NoTrace, Messages.View_NoTraceText, ways);
    }

    private static void add(List<TitleStrip.Way> ways, String name, IServiceLocator site, String command) {
        Runnable run = Commands.runner(site, command);
        if (run != null) {
            ways.add(new TitleStrip.Way(name, run));
        }
    }
}
