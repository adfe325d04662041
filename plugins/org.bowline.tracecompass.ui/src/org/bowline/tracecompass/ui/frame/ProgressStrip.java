/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;

/** A thin line at the top of a view: how far its computation is. Takes its room always, so that nothing jumps. */
public final class ProgressStrip extends Canvas {
    private static final int HEIGHT = 3;
    /** Not running. */
    private static final double IDLE = -1;

    private double fraction = IDLE;

    /** Is idle. */
    public ProgressStrip(Composite parent) {
        super(parent, SWT.DOUBLE_BUFFERED | SWT.NO_FOCUS);
        addListener(SWT.Paint, event -> {
            if (fraction >= 0) {
                Rectangle area = getClientArea();
                event.gc.setBackground(getDisplay().getSystemColor(SWT.COLOR_LIST_SELECTION));
                event.gc.fillRectangle(0, 0, Math.max(HEIGHT, (int) (area.width * Math.min(fraction, 1))), area.height);
            }
        });
    }

    /** Shows how much is done, 0 to 1. */
    public void running(double done) {
        if (done != fraction) {
            fraction = Math.max(0, done);
            redraw();
        }
    }

    /** Shows that nothing runs. */
    public void idle() {
        if (fraction != IDLE) {
            fraction = IDLE;
            redraw();
        }
    }

    @Override
    public org.eclipse.swt.graphics.Point computeSize(int wHint, int hHint, boolean changed) {
        return new org.eclipse.swt.graphics.Point(wHint == SWT.DEFAULT ? 10 : wHint, HEIGHT);
    }
}
