/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.List;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Link;

/** A line of text above a view, and beside it links to what else could be shown. */
public final class TitleStrip extends Composite {
    private final CLabel label;
    private final Link link;
    private String text = "";
    private List<Way> ways = List.of();

    /**
     * A link.
     *
     * @param name what it leads to
     * @param action does it
     */
    public record Way(String name, Runnable action) {}

    /** Cuts a text at its end: what comes first matters most. */
    private static final class Cut extends CLabel {
        private static final String DOTS = "\u2026";

        Cut(Composite parent) {
            super(parent, SWT.NONE);
        }

        @Override
        protected String shortenText(GC gc, String text, int width) {
            int fits = 0;
            for (int beyond = text.length() + 1; beyond - fits > 1;) {
                int middle = (fits + beyond) >>> 1;
                if (gc.textExtent(text.substring(0, middle) + DOTS, SWT.DRAW_MNEMONIC).x <= width) {
                    fits = middle;
                } else {
                    beyond = middle;
                }
            }
            return text.substring(0, fits) + DOTS;
        }
    }

    /** Says nothing yet. Put it into a parent with a grid of one column. */
    public TitleStrip(Composite parent) {
        super(parent, SWT.NONE);
        setLayout(GridLayoutFactory.fillDefaults().numColumns(2).spacing(10, 0).extendedMargins(0, 5, 0, 0).create());
        label = new Cut(this);
        label.setMargins(0, 0, 0, 0);
        // what does not fit is cut; the links stay
        label.setLayoutData(GridDataFactory.swtDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).hint(1, SWT.DEFAULT).create());
        link = new Link(this, SWT.NONE);
        link.setLayoutData(GridDataFactory.swtDefaults().align(SWT.END, SWT.CENTER).create());
        link.addListener(SWT.Selection, event -> follow(Integer.parseInt(event.text)));
        setLayoutData(GridDataFactory.swtDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).indent(5, 0).create());
        arrange();
    }

    /** Says something else. */
    public void show(String newText, List<Way> newWays) {
        boolean same = text.equals(newText) && names(newWays).equals(names(ways));
        text = newText;
        ways = List.copyOf(newWays); // also of the same names: what they do may be about another trace
        if (same) {
            return;
        }
        label.setText(newText.replace("&", "&&"));
        label.setToolTipText(newText);
        StringBuilder links = new StringBuilder();
        for (int i = 0; i < ways.size(); i++) {
            links.append(i == 0 ? "" : "  ").append("<a href=\"").append(i).append("\">").append(ways.get(i).name()).append("</a>");
        }
        link.setText(links.toString());
        link.setVisible(!ways.isEmpty());
        ((GridData) link.getLayoutData()).exclude = ways.isEmpty();
        arrange();
    }

    static List<String> names(List<Way> of) {
        return of.stream().map(Way::name).toList();
    }

    private void arrange() {
        layout(true, true);
        getParent().layout(true);
    }

    private void follow(int way) {
        if (way < ways.size()) {
            ways.get(way).action().run();
        }
    }

    /** What it says. */
    public String text() {
        return text;
    }

    /** What the links lead to. */
    public List<String> ways() {
        return names(ways);
    }

    /** Does what a click on a link does. */
    public void follow(String name) {
        Event event = new Event();
        event.text = Integer.toString(ways().indexOf(name));
        link.notifyListeners(SWT.Selection, event);
    }
}
