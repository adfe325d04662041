/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.List;
import java.util.function.DoubleSupplier;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IToolBarManager;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.IWorkbenchActionConstants;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.services.IServiceLocator;
import org.jspecify.annotations.Nullable;

import org.bowline.core.model.Caveat;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;

/**
 * What stands around the content of a view: above it which recording is being opened, the banner of caveats, a title line, the chips that tell what is asked, and the progress; instead of it, where there is nothing to see,
 * a hint at the next step; in the tool bar the action that cancels. A view has one, and makes its content within.
 *
 * <p>All but {@link #later} in the UI thread. Before the controls are made and after they ended nothing happens.
 */
public final class ViewFrame {
    private static final int TICK_MILLIS = 100;

    private final Action cancel;
    private final Runnable tick = this::tick;
    private @Nullable Parts parts;
    private @Nullable Control content;
    private @Nullable DoubleSupplier fraction;
    private String reading = "";
    /** Where the ways to a recording are, as long as these are shown. */
    private @Nullable IServiceLocator home;

    private record Parts(Composite root, OpeningStrip opening, CaveatBanner banner, TitleStrip title, ChipRow chips, ProgressStrip strip,
            Composite body, TopLayout stack, EmptyState empty) {}

    /** @param cancel stops what the view computes, as the user wishes */
    public ViewFrame(Runnable cancel) {
        ISharedImages images = PlatformUI.getWorkbench().getSharedImages();
        this.cancel = Actions.of(Messages.View_Cancel, Messages.View_CancelTip, images.getImageDescriptor(ISharedImages.IMG_ELCL_STOP),
                cancel);
        this.cancel.setDisabledImageDescriptor(images.getImageDescriptor(ISharedImages.IMG_ELCL_STOP_DISABLED));
        this.cancel.setEnabled(false);
    }

    /** Makes the controls; returns the parent of the {@linkplain #content content}. */
    public Composite create(Composite parent, String helpId) {
        Composite root = new Composite(parent, SWT.NONE);
        root.setLayout(GridLayoutFactory.fillDefaults().spacing(5, 0).create());
        OpeningStrip opening = new OpeningStrip(root);
        CaveatBanner banner = new CaveatBanner(root);
        TitleStrip title = new TitleStrip(root);
        ChipRow chips = new ChipRow(root);
        ProgressStrip strip = new ProgressStrip(root);
        strip.setLayoutData(GridDataFactory.swtDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).create());
        Composite body = new Composite(root, SWT.NONE);
        body.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        TopLayout stack = new TopLayout();
        body.setLayout(stack);
        parts = new Parts(root, opening, banner, title, chips, strip, body, stack, new EmptyState(body));
        PlatformUI.getWorkbench().getHelpSystem().setHelp(root, helpId);
        Runnable changed = this::openingsChanged;
        Openings.listen(changed);
        root.addListener(SWT.Dispose, event -> Openings.forget(changed));
        return body;
    }

    /** Takes what the view shows when there is something to see. */
    public void content(Control newContent) {
        content = newContent;
    }

    /** Adds what every view has in its tool bar. */
    public void fill(IToolBarManager bar) {
        bar.appendToGroup(IWorkbenchActionConstants.MB_ADDITIONS, cancel);
    }

    private @Nullable Parts parts() {
        Parts now = parts;
        return now == null || now.root().isDisposed() ? null : now;
    }

    /** Whether the controls are there. */
    public boolean isAlive() {
        return parts() != null;
    }

    /** Runs later in the UI thread, if the view is still there then. In any thread. */
    public void later(Runnable action) {
        Ui.later(() -> {
            if (isAlive()) {
                action.run();
            }
        });
    }

    /** Runs in the UI thread after a time, if the view is still there then; the last call for an action is the one that counts. */
    public void after(int millis, Runnable action) {
        Parts now = parts();
        if (now != null) {
            now.root().getDisplay().timerExec(millis, action);
        }
    }

    // the title line and the banner

    /** Shows a line above the content; none if empty. */
    public void title(String text) {
        title(text, List.of());
    }

    /** Shows a line above the content, and ways to what it could be about instead. */
    public void title(String text, List<TitleStrip.Way> ways) {
        Parts now = parts();
        if (now != null) {
            now.title().show(text, ways);
        }
    }

    /** Shows what is asked; no row if empty. */
    public void chips(List<Chip> chips) {
        Parts now = parts();
        if (now != null) {
            now.chips().show(chips);
        }
    }

    /** The line above the content, with its links; null before it is made. */
    public @Nullable TitleStrip titleStrip() {
        Parts now = parts();
        return now == null ? null : now.title();
    }

    /** The row that tells what is asked; null before it is made. */
    public @Nullable ChipRow chipRow() {
        Parts now = parts();
        return now == null ? null : now.chips();
    }

    /** The line above the content. */
    public String title() {
        Parts now = parts();
        return now == null ? "" : now.title().text();
    }

    /** Shows what is not known, the most severe first. */
    public void caveats(List<Caveat> caveats) {
        Parts now = parts();
        if (now != null) {
            now.banner().setCaveats(caveats);
        }
    }

    /** What is said not to be known. */
    public List<Caveat> caveats() {
        Parts now = parts();
        return now == null ? List.of() : now.banner().caveats();
    }

    // the progress

    /** Something runs that can be cancelled, as far as it tells, 0 to 1. */
    public void busy(DoubleSupplier newFraction) {
        fraction = newFraction;
        cancel.setEnabled(true);
        tick();
    }

    /** Nothing runs. */
    public void idle() {
        fraction = null;
        cancel.setEnabled(false);
        Parts now = parts();
        if (now != null) {
            now.strip().idle();
        }
    }

    /** Whether there is something to cancel that has no progress to show. */
    public void cancellable(boolean can) {
        cancel.setEnabled(can);
    }

    private void tick() {
        Parts now = parts();
        DoubleSupplier of = fraction;
        if (now != null && of != null) {
            double done = of.getAsDouble();
            now.strip().running(done);
            if (!reading.isEmpty() && empty() != null) {
                showReading(done);
            }
            after(TICK_MILLIS, tick);
        }
    }

    // the content, or what stands instead of it

    /** Shows the content, or a hint instead of it. */
    public void show(@Nullable Hint hint) {
        reading = "";
        home = null;
        Parts now = parts();
        if (now != null) {
            if (hint != null) {
                now.empty().show(hint);
            }
            Control top = hint == null ? content : now.empty();
            // a view that is new may have got the keyboard before it had anything to show
            Control seen = now.stack().top();
            Control before = seen == null ? now.body() : seen;
            if (top != null && top != before && Ui.hasKeyboard(before)) {
                handOver(top, now);
            }
            now.stack().setTop(top);
            now.body().layout();
        }
    }

    /** Gives the keyboard to what will be shown before what has it is hidden: SWT would look for another one, which may be in another part, and that would become the active one. */
    private static void handOver(Control to, Parts parts) {
        to.setBounds(parts.body().getClientArea());
        to.setVisible(true);
        to.setFocus();
    }

    /** No trace is open; perhaps one will be in a moment. */
    public void noTrace(IServiceLocator site) {
        List<Openings.Opening> opening = Openings.now();
        show(opening.isEmpty() ? Home.hint(site)
                : Hint.of(NLS.bind(Messages.View_OpeningNow, Openings.names(opening)), Messages.View_OpeningText));
        home = site;
    }

    /** Another recording is being opened, or none any more. */
    private void openingsChanged() {
        IServiceLocator site = home;
        if (site != null) {
            noTrace(site);
        }
    }

    /** The trace has no wait analysis. */
    public void noAnalysis(IServiceLocator site) {
        show(new Hint(Messages.View_NoAnalysis, Messages.View_NoAnalysisText, Home.recordings(site)));
    }

    /** The traces of a recording are being read; how far that is, {@link #busy} tells. */
    public void reading(String name) {
        reading = name;
        DoubleSupplier of = fraction;
        showReading(of == null ? 0 : of.getAsDouble());
    }

    private void showReading(double done) {
        String name = reading;
        show(Hint.of(NLS.bind(Messages.View_ReadingPart, name, (int) (100 * done)), Messages.View_ReadingText));
        reading = name;
    }

    /** Which recording is being opened, and how far that is; empty if none is. */
    public String opening() {
        Parts now = parts();
        return now == null ? "" : now.opening().text();
    }

    /** The user cancelled it. */
    public void cancelled(Runnable again) {
        show(Hint.of(Messages.View_Cancelled, Messages.View_CancelledText, Messages.View_RunAgain, again));
    }

    /** It failed. */
    public void failed(String why, Runnable again) {
        show(Hint.of(Messages.View_Failed, why, Messages.View_RunAgain, again));
    }

    /** The analysis has ended without a result: it failed, or the user cancelled it. */
    public void ended(WaitAnalysisModule module, Runnable again) {
        String failure = module.failure();
        if (failure != null) {
            failed(failure, again);
        } else {
            cancelled(again);
        }
    }

    /** What is shown instead of the content; null if that is shown. */
    public @Nullable EmptyState empty() {
        Parts now = parts();
        return now == null || now.stack().top() != now.empty() ? null : now.empty();
    }

    /** Gives the keyboard to what is shown. */
    public void setFocus() {
        Parts now = parts();
        if (now != null) {
            Control top = now.stack().top();
            (top == null ? now.body() : top).setFocus();
        }
    }
}
