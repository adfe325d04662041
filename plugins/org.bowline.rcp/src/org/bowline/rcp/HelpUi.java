/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.rcp;

import java.net.URL;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;

import org.eclipse.e4.ui.model.application.ui.basic.MPart;
import org.eclipse.help.HelpSystem;
import org.eclipse.help.IContext;
import org.eclipse.jface.dialogs.Dialog;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.IWorkbenchPart;
import org.eclipse.ui.IWorkbenchWindow;
import org.eclipse.ui.PlatformUI;
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

    /** Help on what has the focus; else on what is shown around it; the contents if nothing is known about that either. */
    @Override
    public void displayDynamicHelp() {
        Display display = Display.getCurrent();
        Control control = display == null ? null : display.getFocusControl();
        IContext context = contextOf(control);
        if (context == null) {
            control = shown(display);
            context = contextIn(control);
        }
        if (control == null || context == null) {
            displayHelp();
        } else {
            Point corner = control.toDisplay(control.getSize().x / 3, control.getSize().y / 4);
            show(context, corner.x, corner.y);
        }
    }

    /**
     * What a person looks at when the focus says nothing, as in a view that shows only a text or in the tree beside a page of preferences: the
     * dialog in front, or the active view.
     */
    private static @Nullable Control shown(@Nullable Display display) {
        Shell front = display == null ? null : display.getActiveShell();
        if (front != null && front.getData() instanceof Dialog) {
            return front;
        }
        IWorkbenchWindow window = PlatformUI.getWorkbench().getActiveWorkbenchWindow();
        IWorkbenchPage page = window == null ? null : window.getActivePage();
        IWorkbenchPart active = page == null ? null : page.getActivePart();
        MPart part = active == null ? null : active.getSite().getService(MPart.class);
        return part != null && part.getWidget() instanceof Control control && !control.isDisposed() ? control : null;
    }

    /** The context of the outermost visible control that has one; null if there is none. */
    static @Nullable IContext contextIn(@Nullable Control around) {
        Deque<Control> next = new ArrayDeque<>();
        if (around != null) {
            next.add(around);
        }
        for (Control each = next.poll(); each != null; each = next.poll()) {
            IContext context = ownContext(each);
            if (context != null) {
                return context;
            }
            if (each instanceof Composite composite) {
                Stream.of(composite.getChildren()).filter(Control::isVisible).forEach(next::add);
            }
        }
        return null;
    }

    private static @Nullable IContext ownContext(Control control) {
        Object id = control.getData(KEY);
        return id instanceof String text ? HelpSystem.getContext(text) : id instanceof IContext known ? known : null;
    }

    /** The context of a control or of the nearest one around it; null if there is none. */
    static @Nullable IContext contextOf(@Nullable Control control) {
        for (Control each = control; each != null; each = each.getParent()) {
            IContext context = ownContext(each);
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
        } else {
            show(context, x, y);
        }
    }

    private void show(IContext context, int x, int y) {
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
