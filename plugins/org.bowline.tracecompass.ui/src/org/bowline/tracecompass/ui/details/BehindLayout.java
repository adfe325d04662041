/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.details;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Layout;

/** Two controls, the second one right behind the first one, which has as many lines as it needs for both to have room. */
final class BehindLayout extends Layout {
    private final int gap;

    /** With a gap between them, pixels. */
    BehindLayout(int gap) {
        this.gap = gap;
    }

    @Override
    protected Point computeSize(Composite of, int width, int height, boolean changed) {
        Point second = of.getChildren()[1].computeSize(SWT.DEFAULT, SWT.DEFAULT, changed);
        Point first = first(of.getChildren()[0], second, width, changed);
        return new Point(width == SWT.DEFAULT ? first.x + gap + second.x : width,
                height == SWT.DEFAULT ? Math.max(first.y, second.y) : height);
    }

    @Override
    protected void layout(Composite of, boolean changed) {
        Control[] both = of.getChildren();
        Point second = both[1].computeSize(SWT.DEFAULT, SWT.DEFAULT, changed);
        Point first = first(both[0], second, of.getClientArea().width, changed);
        both[0].setBounds(0, 0, first.x, first.y);
        both[1].setBounds(first.x + gap, 0, second.x, second.y);
    }

    private Point first(Control control, Point second, int width, boolean changed) {
        Point whole = control.computeSize(SWT.DEFAULT, SWT.DEFAULT, changed);
        int room = width == SWT.DEFAULT ? whole.x : Math.max(1, width - gap - second.x);
        if (whole.x <= room) {
            return whole;
        }
        return new Point(room, control.computeSize(room, SWT.DEFAULT, changed).y);
    }
}
