/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.List;
import java.util.function.Supplier;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Question;
import org.bowline.core.waitfor.Blame;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Messages;

/** The menu that says for whom waits for locks count: an option of the experiment, which all views follow. In the UI thread. */
public final class BlameMenu {
    /** Its id. */
    public static final String ID = "org.bowline.views.blame";

    private BlameMenu() {}

    /** For the experiment of a view; what is asked now is checked whenever the menu opens. */
    public static MenuManager of(Supplier<@Nullable ITmfTrace> shown) {
        MenuManager manager = new MenuManager(Messages.Blame_Menu, ID);
        manager.setRemoveAllWhenShown(true);
        manager.addMenuListener(menu -> {
            for (Blame blame : Blame.values()) {
                menu.add(entry(blame, shown.get()));
            }
        });
        return manager;
    }

    private static Action entry(Blame blame, @Nullable ITmfTrace trace) {
        GivenOptions now = Inquiries.now(trace).options();
        Action action = new Action(text(blame), IAction.AS_RADIO_BUTTON) {
            @Override
            public void run() {
                if (isChecked() && trace != null) {
                    MarkMenu.tell(trace, now.with(Locks.BLAME, blame == Blame.AUTO ? List.of() : List.of(blame.label())));
                }
            }
        };
        action.setChecked(now.in(Question.ALL).get(Locks.BLAME) == blame);
        action.setEnabled(trace != null);
        return action;
    }

    private static String text(Blame blame) {
        return switch (blame) {
            case AUTO -> Messages.Blame_Auto;
            case HOLDER -> Messages.Blame_Holder;
            case WAKER -> Messages.Blame_Waker;
        };
    }
}
