/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;

/**
 * The colours of Trace Compass's tooltips: those of the theme. By itself it takes the system's, of which a dark theme changes the background alone, so that words are black on black.
 */
public final class ToolTipColors {
    private static final int STYLE = SWT.ON_TOP | SWT.TOOL;

    private ToolTipColors() {}

    /** Colours the tooltips of a control; called when it has its tooltip. */
    public static void on(Control hovered) {
        hovered.addListener(SWT.MouseHover, event -> {
            paint(hovered);
            hovered.getDisplay().asyncExec(() -> paint(hovered)); // what the style sheet did to it in the meantime
        });
    }

    private static void paint(Control hovered) {
        if (hovered.isDisposed()) {
            return;
        }
        Color text = Ui.color("org.bowline.graph.text", hovered.getDisplay().getSystemColor(SWT.COLOR_LIST_FOREGROUND));
        Color ground = Ui.color("org.bowline.graph.background", hovered.getDisplay().getSystemColor(SWT.COLOR_LIST_BACKGROUND));
        for (Shell shell : hovered.getShell().getShells()) {
            if ((shell.getStyle() & STYLE) == STYLE && shell.isVisible()) {
                paint(shell, text, ground);
            }
        }
    }

    private static void paint(Composite parent, Color text, Color ground) {
        parent.setBackground(ground);
        for (Control child : parent.getChildren()) {
            child.setForeground(text);
            child.setBackground(ground);
            if (child instanceof Composite inside) {
                paint(inside, text, ground);
            }
        }
    }
}
