/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.custom.CTabItem;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Table;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Percent;
import org.bowline.core.figures.Rate;
import org.bowline.report.page.SweepFigures;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepKnotRow;
import org.bowline.report.rows.SweepRow;
import org.bowline.report.rows.SweepTimeRow;
import org.bowline.report.text.CompareText;
import org.bowline.report.text.SweepText;
import org.bowline.report.text.SweepTimesText;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.SortedTable;

/** A load of a sweep, in the words and with the pictures of its page: what came out above the levels as rows; beside them the curves, the ratio to the base, and what recordings tell of each level. */
public final class SweepPane extends Composite {
    private static final int MARGIN = 2;
    private static final int SCROLL_BAR = 16;
    /** Pixels; a picture and a table below it share what there is more. */
    private static final int LEAST_HEIGHT = 80;
    /** In a lower page a picture stands without what its marks mean, or without the figures in a table. */
    private static final int LEAST_HEIGHT_WITH_NOTE = 220;
    private static final int LEAST_HEIGHT_WITH_TABLE = 260;
    private static final double SECOND = 1e9;

    private final String settings;
    private final SashForm sash;
    private final StyledText said;
    private final SortedTable<SweepRow> rows;
    private final CTabFolder folder;
    private List<SortedTable<?>> tables;
    /** How the room is shared; null before there is any. */
    private @Nullable SweepRoom room;
    /** As they were set. */
    private int[] weights = {};
    /** Which kind of picture is wanted, and which was put in its place where there is none such. */
    private Kind wanted = Kind.CURVES;
    private Kind instead = Kind.CURVES;

    /** What a tab shows. */
    private enum Kind {
        CURVES,
        RATIO,
        TIMES,
        KNOTS
    }

    /** @param settings where widths of columns are remembered */
    SweepPane(Composite parent, String settings) {
        super(parent, SWT.NONE);
        this.settings = settings;
        setLayout(new FillLayout());
        sash = new SashForm(this, SWT.HORIZONTAL);
        Composite words = new Composite(sash, SWT.NONE);
        words.setLayout(GridLayoutFactory.fillDefaults().spacing(0, 2).create());
        said = new StyledText(words, SWT.WRAP | SWT.READ_ONLY | SWT.V_SCROLL);
        said.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(1, said.getLineHeight()).create());
        said.setMargins(5, MARGIN, 5, MARGIN);
        said.setAlwaysShowScrollBars(false);
        Ui.name(said, () -> Messages.Sweep_Said);
        rows = new SortedTable<>(words, Messages.Sweep_Rows, levels(), 0, Ui.settings(settings + ".levels"), some -> {});
        rows.table().setLayoutData(GridDataFactory.fillDefaults().grab(true, true).hint(1, 1).create());
        folder = new CTabFolder(sash, SWT.BORDER | SWT.FLAT);
        tables = List.of(rows);
        addListener(SWT.Resize, event -> share());
    }

    /** Shares the room. */
    private void share() {
        Rectangle place = getClientArea();
        if (place.width <= 0 || place.height <= 0) {
            return;
        }
        SweepRoom wanted = SweepRoom.of(place.width, place.height, endOfVerdict(), this::heightOfSentences,
                said.getLineHeight(), 2 * MARGIN);
        if (!wanted.equals(room)) {
            if (room == null || wanted.below() != room.below() || Arrays.equals(sash.getWeights(), weights)) { // else a person moved the sash
                sash.setOrientation(wanted.below() ? SWT.VERTICAL : SWT.HORIZONTAL);
                sash.setWeights(new int[] {wanted.rows(), wanted.pictures()});
                weights = sash.getWeights();
            }
            room = wanted;
            ((GridData) said.getLayoutData()).heightHint = Math.max(1, wanted.sentences() - 2 * MARGIN); // it adds its margins
            layout(true, true);
        }
    }

    private int heightOfSentences(int width) {
        return said.computeSize(width, SWT.DEFAULT).y;
    }

    /** Where the verdict ends within a row, with a scroll bar beside it; pixels. */
    private int endOfVerdict() {
        Table table = rows.table();
        int end = SCROLL_BAR;
        for (int column : table.getColumnOrder()) {
            end += table.getColumn(column).getWidth();
            if (table.getColumn(column).getText().equals(Messages.Column_Verdict)) {
                break;
            }
        }
        return end;
    }

    private static <R> SortedTable.Column<R> text(String name, int width, Function<R, String> text) {
        return new SortedTable.Column<>(name, width, false, text, Comparator.comparing(text));
    }

    private static <R, C extends Comparable<? super C>> SortedTable.Column<R> number(String name, int width, Function<R, String> text,
            Function<R, C> order) {
        return new SortedTable.Column<>(name, width, true, text, Comparator.comparing(order));
    }

    private static List<SortedTable.Column<SweepRow>> levels() {
        // in a view that is too narrow for all, the last ones are out of sight
        return List.of(text(Messages.Sweep_Build, 90, SweepRow::build),
                number(Messages.Sweep_Clients, 50, row -> String.valueOf(row.clients()), SweepRow::clients),
                number(Messages.Sweep_Throughput, 80, row -> Rate.perSecond(row.throughput()), SweepRow::throughput),
                SortedTable.Column.ofNumber(Messages.Column_Change, 60, true,
                        row -> Double.isNaN(row.change()) ? "" : CompareText.percent(row.change()), SweepRow::change),
                text(Messages.Column_Verdict, 140, SweepText::verdict),
                text(Messages.Sweep_State, 70, SweepRow::state),
                number(Messages.Sweep_OfPeak, 60, row -> Percent.percent(row.shareOfPeak(), 1), SweepRow::shareOfPeak),
                SortedTable.Column.ofNumber(Messages.Sweep_ChangeInterval, 110, false,
                        row -> Double.isFinite(row.changeLow()) ? CompareText.range(row.changeLow(), row.changeHigh()) : "",
                        row -> finite(row.changeLow())),
                SortedTable.Column.ofNumber(Messages.Sweep_ThroughputInterval, 90, false,
                        row -> Double.isFinite(row.low()) ? Rate.perSecond(row.low()) + " to " + Rate.perSecond(row.high()) : "",
                        row -> finite(row.low())),
                number(Messages.Sweep_Runs, 40, row -> String.valueOf(row.values().size()), row -> row.values().size()));
    }

    private static double finite(double number) {
        return Double.isFinite(number) ? number : Double.NaN;
    }

    private static List<SortedTable.Column<SweepTimeRow>> times() {
        return List.of(text(Messages.Sweep_Build, 90, SweepTimeRow::build),
                number(Messages.Sweep_Clients, 50, row -> String.valueOf(row.clients()), SweepTimeRow::clients),
                text(Messages.Sweep_What, 90, SweepTimesText::head),
                number(Messages.Sweep_PerUnit, 80, row -> Duration.duration(Math.round(row.perUnitNanos())), SweepTimeRow::perUnitNanos),
                SortedTable.Column.ofNumber(Messages.Sweep_Grown, 90, true, row -> signed(row.grownNanos()), SweepTimeRow::grownNanos),
                text(Messages.Sweep_MostBy, 110, row -> row.mostBy().isEmpty() || Double.isNaN(row.mostShare()) ? row.mostBy()
                        : NLS.bind(Messages.Sweep_MostOf, row.mostBy(), Percent.percent(row.mostShare(), 0))));
    }

    /** How much more it is: nothing has no sign, and what is not known is empty. */
    static String signed(double nanos) {
        long whole = Math.round(nanos);
        return Double.isNaN(nanos) ? "" : (whole > 0 ? "+" : "") + Duration.duration(whole);
    }

    private static List<SortedTable.Column<SweepKnotRow>> knots() {
        return List.of(text(Messages.Sweep_Build, 90, SweepKnotRow::build),
                number(Messages.Sweep_Clients, 50, row -> String.valueOf(row.clients()), SweepKnotRow::clients),
                number(Messages.Sweep_Weight, 90, row -> Duration.duration(Math.round(row.perSecond() * SECOND)), SweepKnotRow::perSecond),
                text(Messages.Sweep_Members, 200, row -> row.members().replace(",", ", ")));
    }

    /** Shows a load; the kind of picture stays that was chosen. */
    void show(SweepInput input, String load) {
        said.setText(String.join("\n", SweepText.sentences(input, load)));
        List<SweepRow> levels = input.of(load);
        rows.show(levels);
        CTabItem before = folder.getSelection();
        if (before != null && before.getData() != instead && before.getData() instanceof Kind kind) {
            wanted = kind;
        }
        for (CTabItem item : folder.getItems()) {
            Control control = item.getControl();
            item.dispose();
            control.dispose();
        }
        List<SortedTable<?>> made = new ArrayList<>(List.of(rows));
        figure(Kind.CURVES, Messages.Sweep_Curves, SweepFigures.curves(input, load, false));
        if (levels.stream().anyMatch(row -> !Double.isNaN(row.change()))) {
            figure(Kind.RATIO, NLS.bind(Messages.Sweep_Ratio, input.base()), SweepFigures.curves(input, load, true));
        }
        List<SweepTimeRow> ofUnits = input.recorded().times().stream().filter(row -> row.load().equals(load)).toList();
        if (!ofUnits.isEmpty()) {
            Composite page = figure(Kind.TIMES, Messages.Sweep_Times,
                    SweepFigures.hasTimes(input, load) ? SweepFigures.times(input, load) : null);
            SortedTable<SweepTimeRow> below = table(page, Messages.Sweep_Times, times(), 5, ".times", ofUnits);
            if (SweepFigures.hasTimes(input, load)) {
                onlyWhereThereIsRoom(below.table(), LEAST_HEIGHT_WITH_TABLE);
            }
            made.add(below);
        }
        List<SweepKnotRow> ofKnots = SweepTimesText.knots(input, load);
        if (!ofKnots.isEmpty()) {
            made.add(table(figure(Kind.KNOTS, Messages.Sweep_Knots, null), Messages.Sweep_Knots, knots(), 3, ".knots", ofKnots));
        }
        tables = List.copyOf(made);
        CTabItem seen = Arrays.stream(folder.getItems()).filter(item -> item.getData() == wanted).findFirst().orElse(folder.getItem(0));
        instead = seen.getData() instanceof Kind kind ? kind : wanted;
        folder.setSelection(seen);
        share();
        layout(true, true);
    }

    /** A tab with a picture, and what it means. */
    private Composite figure(Kind kind, String name, SweepFigures.@Nullable Figure of) {
        Composite page = new Composite(folder, SWT.NONE);
        page.setLayout(GridLayoutFactory.fillDefaults().spacing(0, 2).create());
        if (of != null) {
            new SweepCanvas(page, of).setLayoutData(GridDataFactory.fillDefaults().grab(true, true).hint(1, LEAST_HEIGHT).create());
            if (!of.note().isEmpty()) {
                Label note = new Label(page, SWT.WRAP);
                note.setText(of.note().replace("&", "&&"));
                note.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).indent(5, 0).hint(1, SWT.DEFAULT).create());
                page.addListener(SWT.Resize, event -> {
                    GridData data = (GridData) note.getLayoutData();
                    data.heightHint = note.computeSize(Math.max(1, page.getClientArea().width - 10), SWT.DEFAULT).y;
                });
                onlyWhereThereIsRoom(note, LEAST_HEIGHT_WITH_NOTE); // else it is a tooltip
            }
        }
        CTabItem item = new CTabItem(folder, SWT.NONE);
        item.setText(name);
        item.setToolTipText(of == null || of.note().isEmpty() ? name : of.note());
        item.setData(kind);
        item.setControl(page);
        return page;
    }

    /** Leaves a low page to the picture. */
    private static void onlyWhereThereIsRoom(Control control, int height) {
        Composite page = control.getParent();
        page.addListener(SWT.Resize, event -> {
            ((GridData) control.getLayoutData()).exclude = page.getClientArea().height < height;
            control.setVisible(page.getClientArea().height >= height);
            page.layout(true);
        });
    }

    private <R> SortedTable<R> table(Composite page, String name, List<SortedTable.Column<R>> columns, int growing, String of,
            List<R> shown) {
        SortedTable<R> table = new SortedTable<>(page, name, columns, growing, Ui.settings(settings + of), some -> {});
        table.table().setLayoutData(GridDataFactory.fillDefaults().grab(true, true).hint(1, LEAST_HEIGHT).create());
        table.show(shown);
        return table;
    }

    /** Copies the selected rows of the table that has the keyboard, or all of the levels; or what is selected of the sentences. */
    void copy() {
        if (said.isFocusControl()) {
            Ui.copy(said.getSelectionCount() > 0 ? said.getSelectionText() : said.getText());
        } else {
            tables.stream().filter(table -> table.table().isFocusControl()).findFirst().orElse(rows).copy();
        }
    }

    @Override
    public boolean setFocus() {
        return rows.table().setFocus();
    }

    /** The levels. */
    public SortedTable<SweepRow> rows() {
        return rows;
    }

    /** What came out, in words. */
    public String said() {
        return said.getText();
    }

    /** The pictures, each a tab. */
    public CTabFolder folder() {
        return folder;
    }

    /** The picture that is seen; null if there is none, as of knots. */
    public @Nullable SweepCanvas canvas() {
        CTabItem seen = folder.getSelection();
        Control[] within = seen == null ? new Control[0] : ((Composite) seen.getControl()).getChildren();
        return within.length > 0 && within[0] instanceof SweepCanvas canvas ? canvas : null;
    }
}
