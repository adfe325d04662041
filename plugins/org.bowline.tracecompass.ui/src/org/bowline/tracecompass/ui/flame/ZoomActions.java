/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.flame;

import java.util.function.Consumer;
import java.util.function.Supplier;

import org.eclipse.jface.action.Action;
import org.eclipse.ui.IActionBars;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Span;

/** Takes zooms back and makes them again, in the menu of the view, and for a workbench that has Undo in a menu of its own. In the UI thread. */
final class ZoomActions {
    private final Supplier<@Nullable ZoomHistory> history;
    private final Consumer<Span> show;
    private final Action undo = Actions.of(Messages.Flame_ZoomUndo, () -> go(true));
    private final Action redo = Actions.of(Messages.Flame_ZoomRedo, () -> go(false));

    /**
     * @param history that of what is shown; null as long as nothing is
     * @param show shows a part of the time
     */
    ZoomActions(Supplier<@Nullable ZoomHistory> history, Consumer<Span> show) {
        this.history = history;
        this.show = show;
        changed();
    }

    /** Gives a view the entries, and what the workbench undoes in it. */
    void addTo(IActionBars bars) {
        bars.setGlobalActionHandler(ActionFactory.UNDO.getId(), undo);
        bars.setGlobalActionHandler(ActionFactory.REDO.getId(), redo);
        bars.getMenuManager().add(undo);
        bars.getMenuManager().add(redo);
    }

    /** Something else is shown. */
    void changed() {
        ZoomHistory of = history.get();
        undo.setEnabled(of != null && of.hasBefore());
        redo.setEnabled(of != null && of.hasAfter());
    }

    private void go(boolean back) {
        ZoomHistory of = history.get();
        Span to = of == null ? null : back ? of.back() : of.forward();
        if (to != null) {
            show.accept(to);
        }
        changed();
    }
}
