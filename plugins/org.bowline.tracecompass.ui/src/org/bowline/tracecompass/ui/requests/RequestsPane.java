/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.requests;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.TextLayout;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Link;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.jspecify.annotations.Nullable;

import org.bowline.core.interval.LabelStatistics;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.model.Words;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.requests.Request;
import org.bowline.tracecompass.core.requests.RequestScene;
import org.bowline.tracecompass.core.requests.RequestWords;
import org.bowline.tracecompass.core.requests.RequestsAnswer;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.NaturalOrder;
import org.bowline.tracecompass.ui.view.SortedTable;

/** The labels above the requests of the selected ones, beside these the same as points, and below what the selected ones spend more time on than others. */
public final class RequestsPane extends Composite {
    private static final int STEPS = 24;
    private static final int P99 = 99;
    private static final int LINES = 3;
    /** The column of how long they took. */
    private static final int TOOK = 0;
    /** Pixels; in a wider view the points are beside the tables and not below them. */
    private static final int BESIDE_WIDTH = 900;
    /** Pixels; in a lower one there is no room for all three one above the other. */
    private static final int BELOW_HEIGHT = 330;

    private final Consumer<Request> go;
    private final Runnable changed;
    private final Link pairs;
    private final SortedTable<LabelStatistics> labels;
    private final SortedTable<Request> requests;
    private final RequestPlot plot;
    private final StyledText text;
    private RequestsAnswer.@Nullable Known answer;
    /** What is said of a single request, about as long as of any other. */
    private String ofOne = "";
    /** Pixels that sentences needed so far of this answer in this width: they keep them, for a row that is clicked must not move. */
    private int needed;
    private int neededWidth;

    /**
     * What is selected.
     *
     * @param labels the selected labels
     * @param requests when the selected requests are, and what they are called
     */
    record Selection(Set<String> labels, Set<NamedInterval> requests) {
        /** Nothing is. */
        static final Selection NONE = new Selection(Set.of(), Set.of());
    }

    /**
     * @param settings where widths of columns are remembered
     * @param changed runs when a person selected something else
     * @param go gets a request that a person selected alone
     * @param choosePairs runs when he wants other requests
     */
    RequestsPane(Composite parent, String settings, Runnable changed, Consumer<Request> go, Runnable choosePairs) {
        super(parent, SWT.NONE);
        this.changed = changed;
        this.go = go;
        setLayout(GridLayoutFactory.fillDefaults().spacing(0, 2).create());
        pairs = new Link(this, SWT.NONE);
        pairs.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).indent(5, 0).hint(1, SWT.DEFAULT).create());
        pairs.addListener(SWT.Selection, event -> choosePairs.run());
        SashForm sash = new SashForm(this, SWT.HORIZONTAL);
        sash.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        SashForm tables = new SashForm(sash, SWT.VERTICAL);
        labels = new SortedTable<>(tables, Messages.Labels_Name, labelColumns(), 0, Ui.settings(settings + ".labels"),
                some -> labelsChosen());
        requests = new SortedTable<>(tables, Messages.Requests_Name, requestColumns(), 2, TOOK, Ui.settings(settings + ".requests"),
                this::requestsChosen);
        tables.setWeights(new int[] {45, 55});
        plot = new RequestPlot(sash, this::pointsChosen);
        sash.setWeights(new int[] {58, 42});
        sash.addListener(SWT.Resize, event -> {
            boolean below = sash.getSize().y >= BELOW_HEIGHT && sash.getSize().x < BESIDE_WIDTH;
            sash.setOrientation(below ? SWT.VERTICAL : SWT.HORIZONTAL);
        });
        text = new StyledText(this, SWT.WRAP | SWT.READ_ONLY | SWT.V_SCROLL);
        text.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(1, LINES * text.getLineHeight() + 4).create());
        text.setMargins(5, 2, 5, 2);
        text.setAlwaysShowScrollBars(false);
        Ui.name(text, () -> Messages.Difference_Name);
        addListener(SWT.Resize, event -> roomForText());
    }

    /** The sentence has the lines that it needs, whichever request is chosen, up to a third of the view; the rest is for tables and points. */
    private void roomForText() {
        int width = getClientArea().width;
        if (width > 0) {
            GridData data = (GridData) text.getLayoutData();
            int most = Math.max(LINES * text.getLineHeight() + 4, getClientArea().height / 3);
            int inner = width - beside();
            needed = Math.max(width == neededWidth ? needed : heightOf(ofOne, inner), text.computeSize(inner, SWT.DEFAULT).y);
            neededWidth = width;
            int height = Math.min(needed, most);
            if (data.heightHint != height) {
                data.heightHint = height;
                layout(true);
            }
        }
    }

    private int heightOf(String words, int width) {
        TextLayout layout = new TextLayout(getDisplay());
        layout.setFont(text.getFont());
        layout.setText(words);
        layout.setWidth(Math.max(1, width - text.getLeftMargin() - text.getRightMargin()));
        int height = layout.getBounds().height + text.getTopMargin() + text.getBottomMargin();
        layout.dispose();
        return height;
    }

    /** Pixels of the width that are not for words, as those of a scroll bar. */
    private int beside() {
        return Math.max(0, text.getSize().x - text.getClientArea().width);
    }

    private List<SortedTable.Column<LabelStatistics>> labelColumns() {
        return List.of(
                new SortedTable.Column<>(Messages.Labels_Label, 50, false, one -> shown(one.label()),
                        Comparator.comparing(LabelStatistics::label, NaturalOrder.OF_TEXTS)),
                new SortedTable.Column<>(Messages.Labels_Count, 40, true, RequestsPane::count,
                        Comparator.comparingInt(LabelStatistics::count)),
                new SortedTable.Column<>(Messages.Labels_Median, 60, true, one -> TimeFormat.latency(one.latencies().median()),
                        Comparator.comparingLong((LabelStatistics one) -> one.latencies().median().nanos())),
                new SortedTable.Column<>(Messages.Labels_P99, 60, true, one -> TimeFormat.latency(one.latencies().percentile(P99)),
                        Comparator.comparingLong((LabelStatistics one) -> one.latencies().percentile(P99).nanos())),
                new SortedTable.Column<>(Messages.Labels_PerSecond, 40, true,
                        one -> answer == null ? "" : Words.number(answer.perSecond(one)),
                        Comparator.comparingInt(LabelStatistics::count)));
    }

    private String shown(String label) {
        return answer == null ? label : RequestWords.shown(answer, label);
    }

    private static String count(LabelStatistics of) {
        int open = of.latencies().unfinished();
        return open == 0 ? Integer.toString(of.count()) : NLS.bind(Messages.Labels_Open, of.count(), open);
    }

    private List<SortedTable.Column<Request>> requestColumns() {
        return List.of(
                new SortedTable.Column<>(Messages.Requests_Took, 70, true,
                        one -> one.hasEnded() ? TimeFormat.duration(one.interval().nanos())
                                : NLS.bind(Messages.Requests_AtLeast, TimeFormat.duration(one.interval().nanos())),
                        Request.SLOWEST.reversed(), Request.SLOWEST),
                new SortedTable.Column<>(Messages.Requests_Begin, 130, false,
                        one -> TmfTimestampFormat.getDefaulTimeFormat().format(one.interval().beginNanos()),
                        Comparator.comparingLong((Request one) -> one.interval().beginNanos())),
                new SortedTable.Column<>(Messages.Requests_Thread, 80, false, RequestsPane::thread,
                        Comparator.comparing(RequestsPane::thread, NaturalOrder.OF_TEXTS)),
                new SortedTable.Column<>(Messages.Requests_Key, 50, false, one -> one.interval().key(),
                        Comparator.comparing((Request one) -> one.interval().key(), NaturalOrder.OF_TEXTS)),
                new SortedTable.Column<>(Messages.Labels_Label, 50, false, one -> shown(one.interval().label()),
                        Comparator.comparing((Request one) -> one.interval().label(), NaturalOrder.OF_TEXTS)));
    }

    private static String thread(Request of) {
        return of.thread().isEmpty() ? of.host() : of.thread() + " (" + of.host() + ')';
    }

    /** What is selected now. */
    Selection selection() {
        return new Selection(Set.copyOf(chosenLabels()),
                requests.selected().stream().map(Request::interval).collect(Collectors.toUnmodifiableSet()));
    }

    /** Shows an answer, with what of it is to be selected; tells nobody. */
    void show(RequestsAnswer.Known newAnswer, Selection selection) {
        answer = newAnswer;
        List<IntervalSpec> specs = newAnswer.analysis().question().intervals();
        String which = specs.stream().map(RequestsPane::words).collect(Collectors.joining("; "));
        pairs.setText(NLS.bind(newAnswer.chosen() ? Messages.Pairs_Chosen : Messages.Pairs_Annotated, which.replace("&", "&&")));
        pairs.setToolTipText(specs.stream().map(spec -> "--interval " + spec.text()).collect(Collectors.joining("\n")));
        ofOne = newAnswer.requests().stream().max(Comparator.comparingLong(one -> one.interval().nanos()))
                .map(slowest -> words(newAnswer).text(Set.of(), List.of(slowest))).orElse("");
        neededWidth = 0;
        labels.show(newAnswer.labels());
        labels.select(newAnswer.labels().stream().filter(one -> selection.labels().contains(one.label())).toList());
        filter();
        requests.select(requests.rows().stream().filter(one -> selection.requests().contains(one.interval())).toList());
        plot.choose(requests.selected());
        write();
    }

    private static String words(IntervalSpec of) {
        if (of.source() == IntervalSpec.Source.SYSTEM_CALLS) {
            return of.equals(IntervalSpec.ANSWERS) ? Messages.Pair_Answers : Messages.Pair_Asks;
        }
        if (of.source() == IntervalSpec.Source.PACKETS) {
            return of.equals(IntervalSpec.ANSWERED_PACKETS) ? Messages.Pair_AnsweredPackets : Messages.Pair_AskedPackets;
        }
        return of.keyField().isEmpty() ? NLS.bind(Messages.Pair_ByThread, of.beginEvent(), of.endEvent())
                : NLS.bind(Messages.Pair_ByKey, new Object[] {of.beginEvent(), of.endEvent(), of.keyField()});
    }

    void clear() {
        answer = null;
        labels.show(List.of());
        requests.show(List.of());
        plot.show(null);
        text.setText("");
        ofOne = "";
        neededWidth = 0;
        roomForText();
    }

    private Set<String> chosenLabels() {
        return labels.selected().stream().map(LabelStatistics::label).collect(Collectors.toCollection(HashSet::new));
    }

    private void labelsChosen() {
        requests.select(List.of());
        filter();
        requests.table().setTopIndex(0); // they are others now
        changed.run();
    }

    private void filter() {
        RequestsAnswer.Known of = answer;
        if (of != null) {
            List<Request> some = of.of(chosenLabels());
            requests.show(some);
            plot.show(RequestScene.of(some, of.analysis().fromNanos(), of.analysis().toNanos(), STEPS));
            plot.choose(requests.selected());
            write();
        }
    }

    private void requestsChosen(List<Request> some) {
        plot.choose(some);
        chosen(some);
    }

    private void pointsChosen(List<Request> some) {
        requests.select(some);
        chosen(some);
    }

    private void chosen(List<Request> some) {
        write();
        changed.run();
        if (some.size() == 1) {
            go.accept(some.get(0));
        }
    }

    private void write() {
        RequestsAnswer.Known of = answer;
        if (of != null) {
            text.setText(words(of).text(chosenLabels(), requests.selected()));
            text.setTopIndex(0);
            roomForText();
        }
    }

    private static RequestWords words(RequestsAnswer.Known of) {
        return new RequestWords(of, TmfTimestampFormat.getDefaulTimeFormat()::format);
    }

    /** Copies what the table that has the keyboard shows as selected, else the sentence. */
    void copy() {
        if (labels.table().isFocusControl()) {
            labels.copy();
        } else if (requests.table().isFocusControl()) {
            requests.copy();
        } else {
            Ui.copy(text.getSelectionCount() > 0 ? text.getSelectionText() : text.getText());
        }
    }

    @Override
    public boolean setFocus() {
        return requests.table().setFocus();
    }

    /** The labels. */
    public SortedTable<LabelStatistics> labels() {
        return labels;
    }

    /** The requests of the selected labels. */
    public SortedTable<Request> requests() {
        return requests;
    }

    /** The same as points. */
    public RequestPlot plot() {
        return plot;
    }

    /** What is said of what is selected. */
    public String said() {
        return text.getText();
    }

    /** Which events the requests are. */
    public String pairs() {
        return pairs.getText();
    }
}
