/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CLabel;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.ITimeGraphPresentationProvider;
import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.dialogs.TimeGraphLegend;

/** Trace Compass's legend, in which names have 160 pixels and longer ones lose their middle; here all have the room of the longest. */
final class Legend extends TimeGraphLegend {
    private Legend(Shell parent, ITimeGraphPresentationProvider states) {
        super(parent, states);
    }

    /** Shows it until a person closes it. */
    static void show(Shell parent, ITimeGraphPresentationProvider states) {
        new Legend(parent, states).open();
    }

    @Override
    protected Control createDialogArea(Composite parent) {
        Control area = super.createDialogArea(parent);
        List<CLabel> names = new ArrayList<>();
        find(parent, names);
        int widest = names.stream().mapToInt(name -> name.computeSize(SWT.DEFAULT, SWT.DEFAULT).x).max().orElse(0);
        for (CLabel name : names) {
            if (name.getLayoutData() instanceof GridData data) {
                data.widthHint = Math.max(data.widthHint, widest);
            }
        }
        return area;
    }

    private static void find(Composite in, List<CLabel> names) {
        for (Control child : in.getChildren()) {
            if (child instanceof CLabel name) {
                names.add(name);
            } else if (child instanceof Composite inner) {
                find(inner, names);
            }
        }
    }
}
