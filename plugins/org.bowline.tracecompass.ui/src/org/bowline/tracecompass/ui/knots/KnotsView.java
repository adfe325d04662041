/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.knots;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.jface.action.IMenuManager;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.wizard.WizardDialog;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.ui.actions.ActionFactory;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Merging;
import org.bowline.core.analysis.Workers;
import org.bowline.core.figures.Percent;
import org.bowline.core.figures.Threshold;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.BackgroundKnots;
import org.bowline.core.waitfor.Knot;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.rows.KnotWords;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitForAnswer;
import org.bowline.tracecompass.core.waitfor.WaitForDataProvider;
import org.bowline.tracecompass.ui.export.ReportWizard;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Commands;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.TitleStrip;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.graph.WaitForGraphView;
import org.bowline.tracecompass.ui.view.AnalysedRange;
import org.bowline.tracecompass.ui.view.MarkMenu;
import org.bowline.tracecompass.ui.view.Ranges;
import org.bowline.tracecompass.ui.view.ThreadChoice;
import org.bowline.tracecompass.ui.view.ThreadSource;
import org.bowline.tracecompass.ui.view.WaitAnalysisView;

/** The bottlenecks of the selected range as a table, at the threshold of the graph's slider. */
public final class KnotsView extends WaitAnalysisView<KnotsView.Model> implements ThreadSource {
    /** Its id. */
    public static final String ID = "org.bowline.views.knots";
    private static final String HELP = "org.bowline.help.knots";

    /** A range of less than this part of the work has one request or two: these wait once for each other, and not again and again. */
    private static final int SHORT = 10;
    /** A menu with more is none. */
    private static final int MOST_MEMBERS = 20;

    private @Nullable TitleStrip hints;
    private @Nullable KnotsTable table;
    private @Nullable Model model;

    /**
     * What is shown.
     *
     * @param answer the graph and its refinement
     * @param background which of its knots bound no work
     */
    public record Model(WaitForAnswer answer, BackgroundKnots background) {}

    /** For the extension. */
    public KnotsView() {
        super(Messages.Knots_View, Messages.Knots_Job, HELP);
    }

    @Override
    protected Model compute(AnalysedRange range, Progress progress) {
        WaitForAnswer answer = range.answer(progress);
        return new Model(answer, Merging.view(range.analysis(range.origins()).with(progress)).get(Workers.KNOTS));
    }

    @Override
    protected void show(AnalysedRange range, Model newModel) {
        model = newModel;
        list(newModel);
        showHints(range, newModel.answer());
    }

    private void list(Model of) {
        if (table != null) {
            table.show(of.answer(), knots(of.answer()), of.background()::isBackground);
        }
    }

    private List<Knot> knots(WaitForAnswer of) {
        return of.hierarchy().knotsAt(Choice.thresholdNanos(getTrace(), of));
    }

    @Override
    protected void clear() {
        model = null;
        if (table != null && !table.table().isDisposed()) {
            table.show(null, List.of(), knot -> false);
        }
        showHints(null, null);
    }

    @Override
    protected @Nullable Hint emptiness(AnalysedRange range, Model of) {
        return knots(of.answer()).isEmpty() && hints(range, of.answer()).isEmpty()
                ? new Hint(Messages.Knots_Empty, emptyText(range.chosen().kind(), range.toNanos() - range.fromNanos(), workNanos(range)),
                        Ranges.ways(range.chosen(), range.trace(), this::chooseRange))
                : null;
    }

    private static long workNanos(AnalysedRange range) {
        Span work = Ranges.span(RangeChoice.WORK, range.trace(), range.result());
        return work.toNanos() - work.fromNanos();
    }

    /**
     * Why there is no knot, and what to look at instead.
     *
     * @param kind what told the range
     * @param nanos its length
     * @param workNanos that of the work
     */
    static String emptyText(RangeChoice.Kind kind, long nanos, long workNanos) {
        return switch (kind) {
            case SELECTED -> nanos < workNanos / SHORT ? NLS.bind(Messages.Knots_EmptyShort, TimeFormat.duration(nanos),
                    TimeFormat.duration(workNanos)) : Messages.Knots_EmptyText;
            case WORK -> Messages.Knots_EmptyWork;
            case WHOLE -> Messages.Knots_EmptyWhole;
        };
    }

    /** Above the sinks, or nothing: that there is no knot at this threshold, where one is, and the way there. */
    private void showHints(@Nullable AnalysedRange range, @Nullable WaitForAnswer of) {
        TitleStrip strip = hints;
        if (strip != null && !strip.isDisposed()) {
            String text = range == null || of == null ? "" : hints(range, of);
            strip.show(text.isEmpty() ? "" : NLS.bind(Messages.Knots_NoneHere, text), text.isEmpty() || of == null ? List.of() : ways(of));
            strip.setVisible(!text.isEmpty());
            ((GridData) strip.getLayoutData()).exclude = text.isEmpty();
            strip.getParent().layout(true);
        }
    }

    /** Where the nearest knots are if the threshold leaves none, in the words of the command line; empty if it leaves one, or there is none at any. */
    private String hints(AnalysedRange range, WaitForAnswer of) {
        Analysis analysis = Merging.view(range.analysis(of.origins()));
        return String.join(" ", KnotWords.hints(analysis, of.hierarchy(), Choice.thresholdNanos(getTrace(), of)));
    }

    private List<TitleStrip.Way> ways(WaitForAnswer of) {
        return of.hierarchy().hints(Choice.thresholdNanos(getTrace(), of)).stream().map(hint -> hint.threshold(of.graph().rangeNanos()))
                .map(threshold -> new TitleStrip.Way(
                        NLS.bind(Messages.Knots_Threshold, Percent.option(threshold.value()).replace("%", " %")),
                        () -> chooseThreshold(threshold)))
                .toList();
    }

    private void chooseThreshold(Threshold threshold) {
        ITmfTrace trace = getTrace();
        if (trace != null) {
            Choice.tell(this, trace, new Choice.OfThreshold(threshold));
            thresholdMoved();
        }
    }

    @Override
    protected List<Caveat> caveats(AnalysedRange range, Model of) {
        return of.answer().caveats(range.result().caveats());
    }

    @Override
    protected Control createContent(Composite parent) {
        Composite content = new Composite(parent, SWT.NONE);
        content.setLayout(GridLayoutFactory.fillDefaults().spacing(0, 0).create());
        hints = new TitleStrip(content);
        KnotsTable made = new KnotsTable(content, Ui.settings(ID));
        made.table().setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        table = made;
        showHints(null, null);
        made.table().addListener(SWT.Selection, event -> choose(false));
        made.table().addListener(SWT.DefaultSelection, event -> showInGraph());
        contextMenu(made.table(), menu -> fillContextMenu(menu, made));
        getViewSite().getActionBars().setGlobalActionHandler(ActionFactory.COPY.getId(), Actions.of(Messages.Knots_Copy, made::copy));
        getViewSite().getActionBars().getMenuManager().add(Actions.of(Messages.Knots_Export, this::export));
        return content;
    }

    private void fillContextMenu(IMenuManager menu, KnotsTable of) {
        if (!of.selected().isEmpty()) {
            menu.add(Actions.of(Messages.Knots_ShowInGraph, this::showInGraph));
            menu.add(Actions.of(Messages.Knots_Alone, () -> choose(true)));
            addMembers(menu, of);
            menu.add(Actions.of(Messages.Knots_Copy, of::copy));
            menu.add(new Separator());
        }
        menu.add(Actions.of(Messages.Knots_Export, this::export));
    }

    /** The threads of the first chosen knot, each with the views along time in which it can be looked at, and with its marks. */
    private void addMembers(IMenuManager menu, KnotsTable of) {
        ITmfTrace trace = getTrace();
        Model now = model;
        if (trace == null || now == null) {
            return;
        }
        WaitForGraph graph = now.answer().graph();
        Timeline timeline = graph.timeline();
        Knot knot = of.selected().get(0);
        int[] members = IntStream.range(0, knot.vertexCount()).flatMap(i -> IntStream.of(graph.groups().members(knot.vertex(i))))
                .filter(member -> member < timeline.threadCount()).toArray();
        MenuManager threads = new MenuManager(Messages.Knots_ShowThread);
        MenuManager marks = new MenuManager(Messages.Knots_Mark);
        if (members.length > 1) {
            MenuManager all = new MenuManager(Messages.Knots_All);
            MarkMenu.addTo(all, trace, timeline, members);
            marks.add(all);
        }
        for (int member : Arrays.copyOf(members, Math.min(members.length, MOST_MEMBERS))) {
            String name = WaitForDataProvider.nameAndHost(timeline, member).replace("&", "&&");
            MenuManager thread = new MenuManager(name);
            ThreadChoice.addViews(thread, getSite().getPage(), this, trace, timeline, member);
            threads.add(thread);
            MenuManager mark = new MenuManager(name);
            MarkMenu.addTo(mark, trace, timeline, member);
            marks.add(mark);
        }
        menu.add(threads);
        menu.add(marks);
    }

    private void choose(boolean alone) {
        ITmfTrace trace = getTrace();
        if (table != null && trace != null) {
            Choice.tell(this, trace, new Choice.OfKnots(table.selected(), alone));
        }
    }

    private void showInGraph() {
        if (Commands.show(getSite().getPage(), WaitForGraphView.ID) != null) {
            choose(false);
        }
    }

    private void export() {
        AnalysedRange range = shown();
        ReportWizard wizard = new ReportWizard();
        if (range != null) {
            wizard.of(range);
        }
        new WizardDialog(getSite().getShell(), wizard).open();
    }

    private void thresholdMoved() {
        Model of = model;
        if (of != null && table != null) {
            List<Knot> selected = table.selected();
            list(of);
            table.select(selected);
            showHints(shown(), of.answer());
            emptinessChanged(of);
        }
    }

    @Override
    protected boolean answers(Choice.Of what) {
        return what instanceof Choice.OfMerge || super.answers(what);
    }

    @Override
    protected void otherChose(Choice.Of what) {
        if (what instanceof Choice.OfThreshold) {
            thresholdMoved();
        } else if (what instanceof Choice.OfKnots of && table != null) {
            table.select(of.knots());
        }
    }

    /** The line that says where a knot is if there is none; empty if there is one. Null before the view is made. */
    public @Nullable TitleStrip hintStrip() {
        return hints;
    }

    /** The table; null before the view is made. */
    public @Nullable KnotsTable knotsTable() {
        return table;
    }
}
