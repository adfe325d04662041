/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Layout;
import org.jspecify.annotations.Nullable;

/**
 * Of several controls one is seen, and has all the room. Other than with SWT's {@code StackLayout} the hidden ones keep their size until they are seen: whenever a window changes its size, the lines of a text would
 * else be broken anew in every view that does not show it.
 */
public final class TopLayout extends Layout {
    private @Nullable Control top;

    /** Takes what is seen from the next layout on; nothing if null. */
    public void setTop(@Nullable Control control) {
        top = control;
    }

    /** What is seen; null if nothing is. */
    public @Nullable Control top() {
        return top;
    }

    /** It takes what room there is, and needs none. */
    @Override
    protected Point computeSize(Composite of, int width, int height, boolean changed) {
        return new Point(Math.max(0, width), Math.max(0, height));
    }

    @Override
    protected void layout(Composite of, boolean changed) {
        for (Control control : of.getChildren()) {
            if (control == top) {
                control.setBounds(of.getClientArea());
            }
            control.setVisible(control == top);
        }
    }
}
