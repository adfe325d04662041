/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.function.Supplier;

import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.jspecify.annotations.Nullable;

/** A pane that gives the keyboard to what it shows, and not to the choice above that, in which an arrow key would ask something else. */
public final class FocusPane extends Composite {
    private final Supplier<@Nullable Control> shown;

    /**
     * @param shown what gets the keyboard; null as long as there is nothing
     */
    public FocusPane(Composite parent, Supplier<@Nullable Control> shown) {
        super(parent, SWT.NONE);
        this.shown = shown;
    }

    @Override
    public boolean setFocus() {
        Control to = shown.get();
        return to == null ? super.setFocus() : to.setFocus();
    }
}
