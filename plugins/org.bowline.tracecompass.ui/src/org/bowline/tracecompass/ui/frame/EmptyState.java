/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.jspecify.annotations.Nullable;

/** What a view shows instead of its content: a {@link Hint}, in the middle. */
public final class EmptyState extends Composite {
    private final Label title;
    private final Label text;
    private final Link link;
    private @Nullable Runnable action;

    /** Shows nothing yet. */
    public EmptyState(Composite parent) {
        super(parent, SWT.NONE);
        setLayout(new GridLayout());
        title = new Label(this, SWT.CENTER);
        title.setFont(JFaceResources.getFontRegistry().getBold(JFaceResources.DIALOG_FONT));
        GridData low = new GridData(SWT.CENTER, SWT.END, true, true);
        title.setLayoutData(low);
        text = new Label(this, SWT.CENTER | SWT.WRAP);
        GridData middle = new GridData(SWT.FILL, SWT.CENTER, true, false);
        middle.widthHint = 300;
        text.setLayoutData(middle);
        link = new Link(this, SWT.NONE);
        link.setLayoutData(new GridData(SWT.CENTER, SWT.BEGINNING, true, true));
        link.addListener(SWT.Selection, event -> {
            if (action != null) {
                action.run();
            }
        });
    }

    /** Shows a hint. */
    public void show(Hint hint) {
        action = hint.action();
        title.setText(hint.title());
        text.setText(hint.text().replace("&", "&&"));
        String name = hint.link();
        link.setText(name == null ? "" : "<a>" + name + "</a>");
        link.setVisible(name != null);
        layout(true, true);
    }

    /** The title that is shown; empty if there is none. */
    public String title() {
        return title.getText();
    }

    /** Does what a click on the link does; nothing if there is none. */
    public void follow() {
        link.notifyListeners(SWT.Selection, new org.eclipse.swt.widgets.Event());
    }

    @Override
    public boolean setFocus() {
        return link.isVisible() ? link.setFocus() : super.setFocus();
    }
}
