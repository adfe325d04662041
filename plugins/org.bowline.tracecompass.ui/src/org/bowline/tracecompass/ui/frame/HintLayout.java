/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.Arrays;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Layout;

/**
 * Controls below each other, in the middle; a text with several lines has all the width. On GTK breaking a text into lines costs milliseconds, and a view that is empty gets another height whenever a strip above it comes or goes: each control is measured
 * once for a width, and only moved where its size stays.
 */
final class HintLayout extends Layout {
    private static final int MARGIN = 5;
    private static final int SPACING = 5;
    private static final int USUAL_WIDTH = 300;

    private int width = -1;
    private Point[] sizes = {};

    /** What the controls show has changed. */
    void changed() {
        width = -1;
    }

    @Override
    protected Point computeSize(Composite of, int givenWidth, int givenHeight, boolean changed) {
        int wanted = givenWidth == SWT.DEFAULT ? USUAL_WIDTH : givenWidth;
        return new Point(wanted, givenHeight == SWT.DEFAULT ? height(measured(of, wanted, changed)) + 2 * MARGIN : givenHeight);
    }

    @Override
    protected void layout(Composite of, boolean changed) {
        Rectangle area = of.getClientArea();
        Control[] controls = of.getChildren();
        Point[] measured = measured(of, area.width, changed);
        int y = Math.max(MARGIN, (area.height - height(measured)) / 2);
        for (int i = 0; i < controls.length; i++) {
            Point at = new Point(Math.max(MARGIN, (area.width - measured[i].x) / 2), y);
            if (controls[i].getSize().equals(measured[i])) {
                controls[i].setLocation(at);
            } else {
                controls[i].setBounds(at.x, at.y, measured[i].x, measured[i].y);
            }
            y += measured[i].y + SPACING;
        }
    }

    private static int height(Point[] sizes) {
        return Arrays.stream(sizes).mapToInt(size -> size.y + SPACING).sum() - SPACING;
    }

    private Point[] measured(Composite of, int within, boolean again) {
        if (again || within != width) {
            int room = Math.max(1, within - 2 * MARGIN);
            sizes = Arrays.stream(of.getChildren()).map(control -> size(control, room)).toArray(Point[]::new);
            width = within;
        }
        return sizes;
    }

    private static Point size(Control control, int room) {
        if ((control.getStyle() & SWT.WRAP) != 0) {
            return new Point(room, control.computeSize(room, SWT.DEFAULT).y);
        }
        Point wanted = control.computeSize(SWT.DEFAULT, SWT.DEFAULT);
        return new Point(Math.min(room, wanted.x), wanted.y);
    }
}
