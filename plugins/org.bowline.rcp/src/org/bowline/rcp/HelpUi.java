/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.rcp;

import java.net.URL;

import org.eclipse.help.HelpSystem;
import org.eclipse.help.IContext;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.help.AbstractHelpUI;
import org.jspecify.annotations.Nullable;

/**
 * Help without an HTTP server: F1 opens the context's text with its links beside the focus, Help Contents the tree of all pages; pages open in
 * the system's browser from the files of their bundle.
 */
public final class HelpUi extends AbstractHelpUI {
    /** Where the workbench keeps the context of a control. */
    private static final String KEY = "org.eclipse.ui.help";

    private @Nullable ContextPopup popup;
    private @Nullable ContentsWindow contents;

    @Override
    public void displayHelp() {
        ContentsWindow open = contents;
        if (open == null || open.getShell() == null || open.getShell().isDisposed()) {
            open = new ContentsWindow();
            contents = open;
        }
        open.open();
    }

    @Override
    public void displaySearch() {
        displayHelp();
    }

    @Override
    public void search(String expression) {
        displayHelp();
    }

    /** Help on what has the focus; the contents if nothing is known about it. */
    @Override
    public void displayDynamicHelp() {
        Display display = Display.getCurrent();
        Control control = display == null ? null : display.getFocusControl();
        IContext context = contextOf(control);
        if (control == null || context == null) {
            displayHelp();
        } else {
            Point corner = control.toDisplay(control.getSize().x / 3, control.getSize().y / 4);
            displayContext(context, corner.x, corner.y);
        }
    }

    /** The context of a control or of the nearest one around it; null if there is none. */
    static @Nullable IContext contextOf(@Nullable Control control) {
        for (Control each = control; each != null; each = each.getParent()) {
            Object id = each.getData(KEY);
            IContext context = id instanceof String text ? HelpSystem.getContext(text) : id instanceof IContext known ? known : null;
            if (context != null) {
                return context;
            }
        }
        return null;
    }

    @Override
    public void displayContext(@Nullable IContext context, int x, int y) {
        if (context == null || context.getText() == null) {
            displayDynamicHelp();
            return;
        }
        ContextPopup before = popup;
        if (before != null) {
            before.close();
        }
        Display display = Display.getCurrent();
        Shell parent = display == null ? null : display.getActiveShell();
        popup = new ContextPopup(parent, context, new Point(x, y), this::displayHelp);
        popup.open();
    }

    @Override
    public void displayHelpResource(String href) {
        Pages.open(href);
    }

    @Override
    public boolean isContextHelpDisplayed() {
        ContextPopup shown = popup;
        return shown != null && shown.getShell() != null && !shown.getShell().isDisposed();
    }

    @Override
    public @Nullable URL resolve(String href, boolean documentOnly) {
        return Pages.url(href);
    }
}
