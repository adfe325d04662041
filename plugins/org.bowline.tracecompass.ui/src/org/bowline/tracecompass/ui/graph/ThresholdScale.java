/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.function.LongConsumer;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Scale;

import org.bowline.core.figures.Percent;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * A slider for the threshold, logarithmic from 0.1 % of the range to the heaviest edge, with a tick wherever a bottleneck comes apart. Page
 * Up and Page Down go from tick to tick.
 */
public final class ThresholdScale extends Composite {
    /** Positions of the slider. 0 is threshold 0. */
    public static final int STEPS = ThresholdSteps.LAST;
    private static final int MARGIN = 14;
    private static final int TICK_HEIGHT = 4;
    private static final int TICK_GAP = 2;

    private final Scale scale;
    private final Label value;
    private final LongConsumer listener;
    private ThresholdSteps steps = ThresholdSteps.of(1, 0, new long[0]);
    private long thresholdNanos;

    ThresholdScale(Composite parent, LongConsumer listener) {
        super(parent, SWT.NONE);
        this.listener = listener;
        GridLayout layout = new GridLayout(3, false);
        layout.marginHeight = 0;
        layout.marginBottom = TICK_HEIGHT + TICK_GAP;
        setLayout(layout);
        setBackgroundMode(SWT.INHERIT_DEFAULT);
        Label name = new Label(this, SWT.NONE);
        name.setText(Messages.Threshold_Label);
        name.setToolTipText(Messages.Threshold_Tip);
        scale = new Scale(this, SWT.HORIZONTAL);
        scale.setMinimum(0);
        scale.setMaximum(STEPS);
        scale.setIncrement(5);
        scale.setPageIncrement(50);
        scale.setToolTipText(Messages.Threshold_Tip);
        GridData wide = new GridData(SWT.FILL, SWT.CENTER, true, false);
        wide.widthHint = 120;
        scale.setLayoutData(wide);
        scale.addListener(SWT.Selection, event -> moved(thresholdAt(scale.getSelection())));
        scale.addListener(SWT.KeyDown, event -> {
            if (event.keyCode == SWT.PAGE_UP || event.keyCode == SWT.PAGE_DOWN) {
                event.doit = false;
                moved(steps.next(thresholdNanos, event.keyCode == SWT.PAGE_UP));
                scale.setSelection(positionOf(thresholdNanos));
            }
        });
        Ui.name(scale, () -> Messages.Threshold_Label + ' ' + text());
        value = new Label(this, SWT.NONE);
        GridData fixed = new GridData(SWT.FILL, SWT.CENTER, false, false);
        fixed.widthHint = 130;
        value.setLayoutData(fixed);
        addListener(SWT.Paint, event -> {
            event.gc.setForeground(value.getForeground());
            Rectangle slider = scale.getBounds();
            int width = slider.width - 2 * MARGIN;
            for (long at : steps.breaks()) {
                int x = slider.x + MARGIN + (int) ((long) positionOf(at) * width / STEPS);
                event.gc.drawLine(x, slider.y + slider.height, x, slider.y + slider.height + TICK_HEIGHT);
            }
        });
    }

    /** Takes the range, the heaviest edge and the ticks of a new graph. */
    void of(long newRangeNanos, long heaviestNanos, long[] newBreaks, long newThresholdNanos) {
        steps = ThresholdSteps.of(newRangeNanos, heaviestNanos, newBreaks);
        setThreshold(newThresholdNanos);
        redraw();
    }

    /** Shows a threshold; tells nobody. */
    void setThreshold(long newThresholdNanos) {
        thresholdNanos = newThresholdNanos;
        scale.setSelection(positionOf(newThresholdNanos));
        value.setText(text());
    }

    private void moved(long newThresholdNanos) {
        thresholdNanos = newThresholdNanos;
        value.setText(text());
        listener.accept(newThresholdNanos);
    }

    private String text() {
        return NLS.bind(Messages.Threshold_Value, Percent.percentBrief((double) thresholdNanos / steps.rangeNanos()),
                TimeFormat.duration(thresholdNanos));
    }

    /** The threshold at a position of the slider. */
    public long thresholdAt(int position) {
        return steps.at(position);
    }

    /** The position of a threshold. */
    public int positionOf(long nanos) {
        return steps.positionOf(nanos);
    }

    /** The threshold that is shown, ns. */
    public long thresholdNanos() {
        return thresholdNanos;
    }

    /** The slider. */
    public Scale scale() {
        return scale;
    }
}
