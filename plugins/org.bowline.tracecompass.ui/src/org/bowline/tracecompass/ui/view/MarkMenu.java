/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.analysis.ThreadMark;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Messages;

/** Entries of menus that mark threads: as workers, or as in the background. All views follow; "back" takes it back. In the UI thread. */
public final class MarkMenu {
    /** Where it was said matters to nobody: also the view with the menu computes its answer anew. */
    private static final Object MENU = new Object();

    private MarkMenu() {}

    /** A menu with the entries, empty without threads. */
    public static MenuManager of(ITmfTrace trace, Timeline timeline, int... threads) {
        MenuManager marks = new MenuManager(Messages.Mark_Menu);
        addTo(marks, trace, timeline, threads);
        return marks;
    }

    /**
     * Adds an entry for each mark, checked if all of the threads have it.
     *
     * @param threads which are marked, or not any more; nothing is added without any
     */
    public static void addTo(IMenuManager menu, ITmfTrace trace, Timeline timeline, int... threads) {
        if (threads.length > 0) {
            menu.add(toggle(Messages.Mark_Worker, Messages.Mark_WorkerTip, ThreadMark.WORKER, trace, timeline, threads));
            menu.add(toggle(Messages.Mark_Background, Messages.Mark_BackgroundTip, ThreadMark.BACKGROUND, trace, timeline, threads));
        }
    }

    private static IAction toggle(String text, String tip, ThreadMark mark, ITmfTrace trace, Timeline timeline, int[] threads) {
        GivenOptions now = Inquiries.now(trace).options();
        boolean on = mark.isOn(now, timeline, threads);
        return Actions.toggle(text, tip, null, on,
                () -> tell(trace, on ? mark.takenOff(now, timeline, threads) : mark.put(now, timeline, threads)));
    }

    /** Tells all views other options, if they are others. */
    public static void tell(ITmfTrace trace, GivenOptions options) {
        if (!options.equals(Inquiries.now(trace).options())) {
            Choice.tell(MENU, trace, new Choice.OfOptions(options));
        }
    }
}
