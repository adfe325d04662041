/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.rcp;

import org.eclipse.help.IContext;
import org.eclipse.help.IContext2;
import org.eclipse.help.IHelpResource;
import org.eclipse.jface.dialogs.PopupDialog;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Listener;
import org.eclipse.swt.widgets.Shell;
import org.jspecify.annotations.Nullable;

/** The text of a context with its links; Escape or a click elsewhere closes it, Tab walks the links. */
final class ContextPopup extends PopupDialog {
    private static final int WIDTH = 420;

    private final IContext context;
    private final Point corner;
    private final Runnable contents;
    private @Nullable Link first;

    ContextPopup(@Nullable Shell parent, IContext context, Point corner, Runnable contents) {
        super(parent, INFOPOPUP_SHELLSTYLE, true, false, false, false, false, title(context), Messages.Popup_Info);
        this.context = context;
        this.corner = corner;
        this.contents = contents;
    }

    private static String title(IContext context) {
        String title = context instanceof IContext2 second ? second.getTitle() : null;
        return title == null || title.isEmpty() ? Messages.Popup_Title : title;
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        Composite area = (Composite) super.createDialogArea(parent);
        GridLayout layout = new GridLayout();
        layout.marginWidth = 10;
        layout.marginHeight = 8;
        layout.verticalSpacing = 7;
        area.setLayout(layout);
        Label text = new Label(area, SWT.WRAP);
        text.setText(context.getText().strip().replaceAll("\\s+", " ").replaceAll("</?b>", "").replace("&", "&&"));
        GridData wide = new GridData(SWT.FILL, SWT.FILL, true, true);
        wide.widthHint = WIDTH;
        text.setLayoutData(wide);
        for (IHelpResource topic : context.getRelatedTopics()) {
            link(area, "\u2192 <a>" + topic.getLabel() + "</a>", () -> Pages.open(topic.getHref()));
        }
        link(area, "\u2192 <a>" + Messages.Popup_All + "</a>", contents);
        return area;
    }

    private void link(Composite area, String text, Runnable action) {
        Link link = new Link(area, SWT.NONE);
        link.setText(text);
        link.addListener(SWT.Selection, event -> {
            close();
            action.run();
        });
        if (first == null) {
            first = link;
        }
    }

    /** Escape closes it wherever the keyboard is: not every window manager gives it to a popup. */
    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        Listener escape = event -> {
            if (event.character == SWT.ESC) {
                event.type = SWT.None;
                close();
            }
        };
        Display display = shell.getDisplay();
        display.addFilter(SWT.KeyDown, escape);
        shell.addListener(SWT.Dispose, event -> display.removeFilter(SWT.KeyDown, escape));
    }

    @Override
    protected @Nullable Control getFocusControl() {
        return first;
    }

    @Override
    protected Point getInitialLocation(Point size) {
        return corner;
    }
}
