/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.findings;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import org.eclipse.jface.resource.JFaceColors;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyleRange;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.Font;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Event;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.findings.FindingsPage;
import org.bowline.tracecompass.core.findings.FindingsPage.Link;
import org.bowline.tracecompass.core.findings.FindingsPage.Piece;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * A page of findings to read: it can be selected and copied, and its links are followed with the mouse, or with Tab and Enter.
 */
public final class FindingsText {
    private static final FindingsPage EMPTY = new FindingsPage("", List.of());
    private static final String COLOR = "org.bowline.findings.";
    private static final int MARGIN = 6;
    private static final int LINE_SPACING = 2;

    private final StyledText text;
    private final Consumer<Link> follow;
    private FindingsPage page = EMPTY;

    FindingsText(Composite parent, Consumer<Link> follow) {
        this.follow = follow;
        text = new StyledText(parent, SWT.MULTI | SWT.READ_ONLY | SWT.WRAP | SWT.V_SCROLL);
        text.setMargins(MARGIN, MARGIN, MARGIN, MARGIN);
        text.setLineSpacing(LINE_SPACING);
        text.setFont(JFaceResources.getDialogFont());
        text.setCaret(null);
        text.addListener(SWT.MouseMove, event -> text.setCursor(
                linkAt(event) == null ? null : text.getDisplay().getSystemCursor(SWT.CURSOR_HAND)));
        text.addListener(SWT.MouseUp, event -> {
            Link link = event.button == 1 && text.getSelectionCount() == 0 ? linkAt(event) : null;
            if (link != null) {
                follow.accept(link);
            }
        });
        text.addListener(SWT.Traverse, this::walk);
        text.addListener(SWT.KeyDown, event -> {
            if (event.keyCode == SWT.CR || event.keyCode == SWT.KEYPAD_CR) {
                followSelected();
            }
        });
        Ui.name(text, () -> Messages.Findings_View);
        Ui.onTheme(text, name -> name.startsWith(COLOR), this::paint);
    }

    private @Nullable Link linkAt(Event event) {
        int offset = text.getOffsetAtPoint(new org.eclipse.swt.graphics.Point(event.x, event.y));
        return offset < 0 ? null : page.linkAt(offset);
    }

    /** Tab goes from link to link, and after the last one to the next control. */
    private void walk(Event event) {
        boolean forward = event.detail == SWT.TRAVERSE_TAB_NEXT;
        if (!forward && event.detail != SWT.TRAVERSE_TAB_PREVIOUS) {
            return;
        }
        List<Piece> links = page.links();
        int at = text.getSelection().x;
        Piece target = null;
        for (Piece link : links) {
            boolean selected = text.getSelectionCount() > 0 && link.begin() == at;
            if (forward && target == null && !selected && link.begin() >= at) {
                target = link;
            } else if (!forward && link.end() <= at) {
                target = link;
            }
        }
        event.doit = target == null;
        if (target != null) {
            text.setSelection(target.begin(), target.end());
            text.showSelection();
        }
    }

    private void followSelected() {
        Link link = text.getSelectionCount() == 0 ? null : page.linkAt(text.getSelection().x);
        if (link != null) {
            follow.accept(link);
        }
    }

    /** Shows a page; one of the same findings stays where it was scrolled to. */
    void show(FindingsPage newPage, boolean stay) {
        int top = text.getTopPixel();
        page = newPage;
        text.setRedraw(false);
        text.setText(newPage.text());
        indent();
        paint();
        text.setTopPixel(stay ? top : 0);
        text.setRedraw(true);
    }

    /** What is wrapped of a line with a dot goes on below its words. */
    private void indent() {
        org.eclipse.swt.graphics.GC gc = new org.eclipse.swt.graphics.GC(text);
        try {
            int width = gc.textExtent(FindingsPage.BULLET).x;
            for (int line = 0; line < text.getLineCount(); line++) {
                if (text.getLine(line).startsWith(FindingsPage.BULLET)) {
                    text.setLineWrapIndent(line, 1, width);
                }
            }
        } finally {
            gc.dispose();
        }
    }

    void clear() {
        show(EMPTY, false);
    }

    private void paint() {
        List<StyleRange> ranges = new ArrayList<>();
        for (Piece piece : page.pieces()) {
            if (piece.end() > piece.begin()) {
                StyleRange range = new StyleRange();
                range.start = piece.begin();
                range.length = piece.end() - piece.begin();
                style(range, piece.style());
                ranges.add(range);
            }
        }
        text.setStyleRanges(ranges.toArray(StyleRange[]::new));
    }

    private void style(StyleRange range, FindingsPage.Style style) {
        Display display = text.getDisplay();
        switch (style) {
            case CRITICAL -> strong(range, "critical");
            case WARNING -> strong(range, "warning");
            case INFO -> strong(range, "info");
            case STRONG -> range.fontStyle = SWT.BOLD;
            case FAINT -> range.foreground = color("faint");
            case CODE -> range.font = font();
            case LINK -> {
                range.foreground = JFaceColors.getHyperlinkText(display);
                range.underline = true;
                range.underlineStyle = SWT.UNDERLINE_SINGLE;
            }
        }
    }

    private void strong(StyleRange range, String name) {
        range.fontStyle = SWT.BOLD;
        range.foreground = color(name);
    }

    private Color color(String name) {
        return Ui.color(COLOR + name, text.getForeground());
    }

    private static Font font() {
        return JFaceResources.getTextFont();
    }

    /** What is shown. */
    public FindingsPage page() {
        return page;
    }

    /** The text. */
    public StyledText text() {
        return text;
    }

    void copy() {
        text.copy();
    }

    void copyAll() {
        Ui.copy(page.text());
    }
}
