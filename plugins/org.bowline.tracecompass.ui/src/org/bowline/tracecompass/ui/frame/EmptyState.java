/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.List;

import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.jspecify.annotations.Nullable;

/** What a view shows instead of its content: a {@link Hint}, in the middle. */
public final class EmptyState extends Composite {
    private final HintLayout arranged = new HintLayout();
    private final Label title;
    private final Label text;
    private final Link link;
    private @Nullable Hint shown;
    private List<TitleStrip.Way> ways = List.of();

    /** Shows nothing yet. */
    public EmptyState(Composite parent) {
        super(parent, SWT.NONE);
        setLayout(arranged);
        title = new Label(this, SWT.CENTER);
        title.setFont(JFaceResources.getFontRegistry().getBold(JFaceResources.DIALOG_FONT));
        text = new Label(this, SWT.CENTER | SWT.WRAP);
        link = new Link(this, SWT.NONE);
        link.addListener(SWT.Selection, event -> {
            int way = event.text == null || event.text.isEmpty() ? 0 : Integer.parseInt(event.text);
            if (way < ways.size()) {
                ways.get(way).action().run();
            }
        });
    }

    /** Shows a hint. */
    public void show(Hint hint) {
        Hint before = shown;
        shown = hint;
        ways = hint.ways(); // also of the same names: what they do may be about another trace
        if (before != null && before.looksLike(hint)) {
            return;
        }
        title.setText(hint.title());
        text.setText(hint.text().replace("&", "&&"));
        StringBuilder links = new StringBuilder();
        for (int i = 0; i < ways.size(); i++) {
            links.append(i == 0 ? "" : "     ").append("<a href=\"").append(i).append("\">").append(ways.get(i).name()).append("</a>");
        }
        link.setText(links.toString());
        link.setVisible(!ways.isEmpty());
        arranged.changed();
        layout(false);
    }

    /** The title that is shown; empty if there is none. */
    public String title() {
        return title.getText();
    }

    /** What the links lead to. */
    public List<String> ways() {
        return TitleStrip.names(ways);
    }

    /** Does what a click on the first link does; nothing if there is none. */
    public void follow() {
        link.notifyListeners(SWT.Selection, new org.eclipse.swt.widgets.Event());
    }

    @Override
    public boolean setFocus() {
        return link.isVisible() ? link.setFocus() : super.setFocus();
    }
}
