/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.List;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Image;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Text;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.PlatformUI;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;

/**
 * What a result does not know, above it: one line with the most severe caveat, which opens to the list of all. Takes no room if there are
 * none. The text can be selected and copied. Put it into a parent with a {@link GridLayout} of one column.
 */
public final class CaveatBanner extends Composite {
    private static final int LINES = 8;

    private final Label icon;
    private final Text line;
    private final ToolItem fold;
    private final StyledText all;
    private List<Caveat> caveats = List.of();

    /** Shows nothing yet. */
    public CaveatBanner(Composite parent) {
        super(parent, SWT.NONE);
        GridLayout layout = new GridLayout(3, false);
        layout.marginHeight = 1;
        layout.verticalSpacing = 1;
        setLayout(layout);
        icon = new Label(this, SWT.NONE);
        line = new Text(this, SWT.READ_ONLY | SWT.SINGLE);
        GridData wide = new GridData(SWT.FILL, SWT.CENTER, true, false);
        wide.widthHint = 100;
        line.setLayoutData(wide);
        ToolBar bar = new ToolBar(this, SWT.FLAT);
        fold = new ToolItem(bar, SWT.CHECK);
        fold.setText(Messages.Caveats_Details);
        fold.addListener(SWT.Selection, event -> setExpanded(fold.getSelection()));
        Ui.name(bar, () -> Messages.Caveats_Details);
        // not a Text: GTK leaves the lines of one as wide as they were when it becomes narrower
        all = new StyledText(this, SWT.READ_ONLY | SWT.MULTI | SWT.WRAP | SWT.V_SCROLL);
        all.setAlwaysShowScrollBars(false);
        GridData below = new GridData(SWT.FILL, SWT.FILL, true, false, 3, 1);
        below.widthHint = 100;
        all.setLayoutData(below);
        addListener(SWT.Resize, event -> getDisplay().asyncExec(this::roomForAll)); // once whoever is laying this out has done so
        setLayoutData(new GridData(SWT.FILL, SWT.BEGINNING, true, false));
        arrange();
    }

    /** Shows these, which must be sorted: the most severe first. */
    public void setCaveats(List<Caveat> newCaveats) {
        if (newCaveats.equals(caveats)) {
            return;
        }
        caveats = List.copyOf(newCaveats);
        if (!caveats.isEmpty()) {
            Caveat worst = caveats.get(0);
            Image image = PlatformUI.getWorkbench().getSharedImages().getImage(imageOf(worst.severity()));
            icon.setImage(image);
            icon.setToolTipText(nameOf(worst.severity()));
            line.setText(caveats.size() == 1 ? sentence(worst) : NLS.bind(Messages.Caveats_Several, caveats.size(), sentence(worst)));
            line.setToolTipText(sentence(worst));
            StringBuilder text = new StringBuilder();
            for (Caveat caveat : caveats) {
                text.append(text.isEmpty() ? "" : "\n").append(sentence(caveat));
            }
            all.setText(text.toString());
        }
        arrange();
    }

    /** What is shown, the most severe first. */
    public List<Caveat> caveats() {
        return caveats;
    }

    /** Opens or closes the list of all. */
    public void setExpanded(boolean expanded) {
        fold.setSelection(expanded);
        arrange();
    }

    /** Whether the list of all is open. */
    public boolean isExpanded() {
        return fold.getSelection();
    }

    /** The list has the lines that it needs, up to some. */
    private void roomForAll() {
        if (!isDisposed() && all.getLayoutData() instanceof GridData data && data.heightHint != height()) {
            arrange();
        }
    }

    private int height() {
        int width = getClientArea().width - 2 * ((GridLayout) getLayout()).marginWidth;
        int most = LINES * all.getLineHeight();
        return width <= 0 ? most : Math.min(most, all.computeSize(width, SWT.DEFAULT).y);
    }

    private void arrange() {
        setVisible(!caveats.isEmpty());
        if (getLayoutData() instanceof GridData data) {
            data.exclude = caveats.isEmpty();
        }
        all.setVisible(isExpanded());
        if (all.getLayoutData() instanceof GridData data) {
            data.exclude = !isExpanded();
            data.heightHint = height();
        }
        getParent().layout(new Control[] {icon, line, all}); // and what holds them: the size of nothing else changed
    }

    /** With its kind, by which findings refer to it. */
    private static String sentence(Caveat caveat) {
        String about = caveat.host().isEmpty() ? "" : caveat.host() + ": ";
        return nameOf(caveat.severity()) + " (" + caveat.kind() + ") \u2013 " + about + caveat.text();
    }

    private static String nameOf(Severity severity) {
        return switch (severity) {
            case INFO -> Messages.Caveats_Info;
            case WARNING -> Messages.Caveats_Warning;
            case ERROR -> Messages.Caveats_Error;
        };
    }

    private static String imageOf(Severity severity) {
        return switch (severity) {
            case INFO -> ISharedImages.IMG_OBJS_INFO_TSK;
            case WARNING -> ISharedImages.IMG_OBJS_WARN_TSK;
            case ERROR -> ISharedImages.IMG_OBJS_ERROR_TSK;
        };
    }
}
