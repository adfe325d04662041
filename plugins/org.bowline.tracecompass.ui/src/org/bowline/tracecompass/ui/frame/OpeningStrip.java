/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.List;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Link;

/** A line at the top of a view: which recording is being opened, and how far that is. Takes no room while none is. */
final class OpeningStrip extends Composite {
    private static final int TICK_MILLIS = 100;

    private final CLabel label;
    private final ProgressStrip progress;
    private final Runnable changed = this::changed;
    private final Runnable tick = this::tick;
    private List<Openings.Opening> shown = List.of();

    /** Put it into a parent with a grid of one column. */
    OpeningStrip(Composite parent) {
        super(parent, SWT.NONE);
        setLayout(GridLayoutFactory.fillDefaults().numColumns(2).spacing(10, 0).extendedMargins(0, 5, 0, 0).create());
        setLayoutData(GridDataFactory.swtDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).indent(5, 0).exclude(true).create());
        setVisible(false);
        label = new CLabel(this, SWT.NONE);
        label.setMargins(0, 0, 0, 0);
        label.setLayoutData(GridDataFactory.swtDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).hint(1, SWT.DEFAULT).create());
        Link cancel = new Link(this, SWT.NONE);
        cancel.setText("<a>" + Messages.View_Cancel + "</a>");
        cancel.addListener(SWT.Selection, event -> shown.forEach(each -> each.cancel().run()));
        progress = new ProgressStrip(this);
        progress.setLayoutData(GridDataFactory.swtDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).span(2, 1).create());
        Openings.listen(changed);
        addListener(SWT.Dispose, event -> Openings.forget(changed));
        changed();
    }

    private void changed() {
        if (isDisposed()) {
            return;
        }
        shown = Openings.now();
        boolean any = !shown.isEmpty();
        if (any != getVisible()) {
            setVisible(any);
            ((GridData) getLayoutData()).exclude = !any;
            getParent().layout(true);
        }
        tick();
    }

    private void tick() {
        if (isDisposed() || shown.isEmpty()) {
            return;
        }
        double done = Openings.fraction(shown);
        String text = Openings.words(shown, done);
        if (!text.equals(label.getText())) {
            label.setText(text);
        }
        progress.running(done);
        getDisplay().timerExec(TICK_MILLIS, tick);
    }

    /** What it says; empty if no recording is being opened. */
    String text() {
        return shown.isEmpty() ? "" : label.getText();
    }
}
