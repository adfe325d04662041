/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.details;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.Text;

import org.bowline.tracecompass.core.threads.ThreadDetails;
import org.bowline.tracecompass.ui.frame.Ui;

/** The lines of details, each with its name before it, and behind it, where there is something to look at, a link. */
public final class DetailsText {
    private static final int MARGIN = 6;
    private static final int GAP = 10;
    private static final int LINE_GAP = 3;
    /** Pixels; a narrower view is moved to and fro. */
    private static final int LEAST_WIDTH = 200;

    private final ScrolledComposite scrolled;
    private final Composite page;
    private final Consumer<ThreadDetails.Goal> go;
    private List<ThreadDetails.Line> lines = List.of();

    DetailsText(Composite parent, Consumer<ThreadDetails.Goal> go) {
        this.go = go;
        scrolled = new ScrolledComposite(parent, SWT.V_SCROLL | SWT.H_SCROLL);
        scrolled.setExpandHorizontal(true);
        scrolled.setExpandVertical(true);
        page = new Composite(scrolled, SWT.NONE);
        page.setLayout(GridLayoutFactory.swtDefaults().numColumns(2).margins(MARGIN, MARGIN).spacing(GAP, LINE_GAP).create());
        scrolled.setContent(page);
        scrolled.addListener(SWT.Resize, event -> fit());
    }

    /** The control. */
    Control control() {
        return scrolled;
    }

    /** Shows other lines, from the top. */
    void show(List<ThreadDetails.Line> newLines) {
        if (lines.equals(newLines)) {
            return;
        }
        lines = List.copyOf(newLines);
        page.setRedraw(false);
        Stream.of(page.getChildren()).forEach(Control::dispose);
        String last = "";
        for (ThreadDetails.Line line : lines) {
            add(line, line.label().equals(last) ? "" : line.label());
            last = line.label();
        }
        fit();
        scrolled.setOrigin(0, 0);
        page.setRedraw(true);
    }

    /** Values that are wider than the view have several lines. */
    private void fit() {
        int width = Math.max(LEAST_WIDTH, scrolled.getClientArea().width);
        scrolled.setMinSize(new Point(LEAST_WIDTH, page.computeSize(width, SWT.DEFAULT).y));
        page.layout(true, true);
    }

    private void add(ThreadDetails.Line line, String name) {
        Label label = new Label(page, SWT.NONE);
        label.setText(name.replace("&", "&&"));
        label.setLayoutData(GridDataFactory.fillDefaults().align(SWT.BEGINNING, SWT.BEGINNING).create());
        ThreadDetails.Goal goal = line.goal();
        if (goal == null) {
            value(page, line).setLayoutData(GridDataFactory.fillDefaults().grab(true, false).create());
            return;
        }
        // right behind its value: at the end of the longest one it would be out of sight in a narrow view
        Composite both = new Composite(page, SWT.NONE);
        both.setLayout(new BehindLayout(GAP));
        both.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).create());
        value(both, line);
        Link link = new Link(both, SWT.NONE);
        link.setText("<a>" + Messages.Details_Go + "</a>");
        link.setToolTipText(NLS.bind(Messages.Details_GoTip, line.value()).replace("&", "&&"));
        link.addListener(SWT.Selection, event -> go.accept(goal));
    }

    private Text value(Composite parent, ThreadDetails.Line line) {
        Text value = new Text(parent, SWT.READ_ONLY | SWT.MULTI | SWT.WRAP); // can be selected and copied
        value.setText(line.value());
        value.setBackground(page.getBackground());
        Ui.name(value, line::label);
        return value;
    }

    /** What is shown. */
    public List<ThreadDetails.Line> lines() {
        return lines;
    }

    /** The link of a line, by its number among the lines; null if it has none. */
    public org.eclipse.swt.widgets.@org.jspecify.annotations.Nullable Link link(int line) {
        int link = (int) lines.subList(0, line).stream().filter(one -> one.goal() != null).count();
        return lines.get(line).goal() == null ? null
                : Stream.of(page.getChildren()).filter(Composite.class::isInstance).map(Composite.class::cast)
                        .flatMap(both -> Stream.of(both.getChildren())).filter(Link.class::isInstance).map(Link.class::cast).skip(link)
                        .findFirst().orElse(null);
    }

    /** All lines as text. */
    String text() {
        return lines.stream().map(line -> line.label() + ": " + line.value()).collect(Collectors.joining("\n"));
    }
}
