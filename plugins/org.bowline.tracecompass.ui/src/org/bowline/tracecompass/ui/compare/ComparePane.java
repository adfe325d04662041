/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.SashForm;
import org.eclipse.swt.custom.StyledText;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Link;
import org.jspecify.annotations.Nullable;

import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.compare.Compared;
import org.bowline.tracecompass.core.compare.RunSource;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.NaturalOrder;
import org.bowline.tracecompass.ui.view.SortedTable;

/** What was compared as rows; beside them the picture of the selected one, what that says in words, and links into the runs of both sides. */
public final class ComparePane extends Composite {
    /** Pixels; in a wider view the picture is beside the rows and not below them. */
    private static final int BESIDE_WIDTH = 800;
    private static final int LINES = 2;
    private static final int MARGIN = 2;
    /** So much of the height beside the rows, beyond that the sentence is scrolled. */
    private static final double MOST_READING = 0.4;
    /** Pixels; in a lower one there is no room for a picture below the rows. */
    private static final int BELOW_HEIGHT = 380;
    private static final String BASE = "b";
    private static final String NEW = "n";
    /** Of more runs the points of the picture are the links. */
    private static final int MOST_LINKS = 3;

    private final BiConsumer<RunSource, Compared> go;
    private final SortedTable<Compared> rows;
    private final FigureCanvas figure;
    private final StyledText reading;
    private final Link runs;
    private CompareAnswer.@Nullable Known answer;
    private boolean arranged;

    /**
     * @param settings where widths of columns are remembered
     * @param go gets a run to go to, and what is to be seen there
     */
    ComparePane(Composite parent, String settings, BiConsumer<RunSource, Compared> go) {
        super(parent, SWT.NONE);
        this.go = go;
        setLayout(GridLayoutFactory.fillDefaults().create());
        SashForm sash = new SashForm(this, SWT.HORIZONTAL);
        sash.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        rows = new SortedTable<>(sash, Messages.Compare_Rows, columns(), 1, Ui.settings(settings + ".rows"), some -> chosen());
        Composite side = new Composite(sash, SWT.NONE);
        side.setLayout(GridLayoutFactory.fillDefaults().spacing(0, 2).create());
        figure = new FigureCanvas(side, run -> {
            Compared one = selected();
            if (one != null) {
                go.accept(run, one);
            }
        });
        figure.setLayoutData(GridDataFactory.fillDefaults().grab(true, true).create());
        reading = new StyledText(side, SWT.WRAP | SWT.READ_ONLY | SWT.V_SCROLL);
        reading.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).hint(1, LINES * reading.getLineHeight() + 4).create());
        reading.setMargins(5, MARGIN, 5, MARGIN);
        reading.setAlwaysShowScrollBars(false);
        Ui.name(reading, () -> Messages.Reading_Name);
        side.addListener(SWT.Resize, event -> roomForReading());
        runs = new Link(side, SWT.NONE);
        runs.setLayoutData(GridDataFactory.fillDefaults().grab(true, false).indent(5, 0).hint(1, SWT.DEFAULT).create());
        runs.addListener(SWT.Selection, event -> follow(event.text.startsWith(NEW), Integer.parseInt(event.text.substring(1))));
        sash.addListener(SWT.Resize, event -> {
            boolean below = sash.getSize().x < BESIDE_WIDTH && sash.getSize().y > BELOW_HEIGHT;
            if (below != (sash.getOrientation() == SWT.VERTICAL) || !arranged) {
                arranged = true;
                sash.setOrientation(below ? SWT.VERTICAL : SWT.HORIZONTAL);
                sash.setWeights(below ? new int[] {38, 62} : new int[] {55, 45});
            }
        });
    }

    private static List<SortedTable.Column<Compared>> columns() {
        return List.of(
                new SortedTable.Column<>(Messages.Column_Verdict, 60, false, Compared::verdict,
                        Comparator.comparing((Compared one) -> !one.differs()).thenComparing(Compared::verdict)),
                new SortedTable.Column<>(Messages.Column_Measure, 165, false, Compared::name,
                        Comparator.comparing(Compared::name, NaturalOrder.OF_TEXTS)),
                SortedTable.Column.ofNumber(Messages.Column_Base, 50, true, Compared::base, Compared::unit, Compared::baseValue),
                SortedTable.Column.ofNumber(Messages.Column_New, 50, true, Compared::fresh, Compared::unit, Compared::freshValue),
                SortedTable.Column.ofNumber(Messages.Column_Change, 40, true, Compared::change, Compared::share),
                SortedTable.Column.ofNumber(Messages.Column_Interval, 40, false, Compared::interval, Compared::intervalLow),
                SortedTable.Column.ofNumber(Messages.Column_Chance, 30, true, Compared::probability, Compared::chance));
    }

    void show(CompareAnswer.Known newAnswer) {
        answer = newAnswer;
        rows.show(newAnswer.rows());
        if (rows.selected().isEmpty() && !newAnswer.rows().isEmpty()) {
            rows.select(newAnswer.rows().subList(0, 1));
        }
        runs.setText(links(Messages.Go_Base, BASE, newAnswer.base()) + "    " + links(Messages.Go_New, NEW, newAnswer.fresh()));
        chosen();
        layout(true, true);
    }

    private static String links(String before, String side, List<RunSource> runs) {
        StringBuilder links = new StringBuilder(before);
        for (int i = 0; i < Math.min(MOST_LINKS, runs.size()); i++) {
            RunSource run = runs.get(i);
            String name = run.name().replace("&", "&&").replace("<", "");
            links.append(" <a href=\"").append(side).append(i).append("\">")
                    .append(run instanceof RunSource.Folder ? NLS.bind(Messages.Go_Page, name) : name).append("</a>");
        }
        return links.append(runs.size() > MOST_LINKS ? " \u2026" : "").toString();
    }

    void clear() {
        answer = null;
        rows.show(List.of());
        chosen();
    }

    private void chosen() {
        CompareAnswer.Known of = answer;
        Compared one = selected();
        figure.show(one, of == null ? List.of() : of.base(), of == null ? List.of() : of.fresh());
        boolean onlyWords = one != null && figure.figure() == null; // then they have its room, too
        figure.setVisible(!onlyWords);
        ((GridData) figure.getLayoutData()).exclude = onlyWords;
        ((GridData) reading.getLayoutData()).grabExcessVerticalSpace = onlyWords;
        ((GridData) reading.getLayoutData()).verticalAlignment = onlyWords ? SWT.FILL : SWT.CENTER;
        reading.setText(one == null ? "" : one.name() + ": " + one.reading());
        reading.setTopIndex(0);
        roomForReading();
        reading.getParent().layout(true, true);
    }

    /** The sentence has the lines that it needs, as long as the picture keeps most of the room. */
    private void roomForReading() {
        Composite side = reading.getParent();
        int width = side.getClientArea().width;
        if (width <= 0) {
            return;
        }
        int lines = Math.max(LINES, (int) (side.getClientArea().height * MOST_READING) / reading.getLineHeight());
        int height = Math.min(reading.computeSize(width, SWT.DEFAULT).y, lines * reading.getLineHeight() + 2 * MARGIN);
        GridData data = (GridData) reading.getLayoutData();
        if (data.heightHint != height) {
            data.heightHint = height;
            side.layout(true, true);
        }
    }

    private @Nullable Compared selected() {
        List<Compared> some = rows.selected();
        return some.isEmpty() ? null : some.get(0);
    }

    /** Does what a click on a link does: leads to a run of a side. */
    public void follow(boolean ofNew, int run) {
        CompareAnswer.Known of = answer;
        Compared one = selected();
        if (of != null && one != null) {
            go.accept((ofNew ? of.fresh() : of.base()).get(run), one);
        }
    }

    /** Copies the selected rows, or all; or what is selected of the sentence. */
    void copy() {
        if (reading.isFocusControl()) {
            Ui.copy(reading.getSelectionCount() > 0 ? reading.getSelectionText() : reading.getText());
        } else {
            rows.copy();
        }
    }

    @Override
    public boolean setFocus() {
        return rows.table().setFocus();
    }

    /** The rows. */
    public SortedTable<Compared> rows() {
        return rows;
    }

    /** The picture of the selected row. */
    public FigureCanvas figure() {
        return figure;
    }

    /** Where it stands what the picture says. */
    public StyledText reading() {
        return reading;
    }

    /** What the picture says. */
    public String said() {
        return reading.getText();
    }

    /** The links into the runs of both sides. */
    public Link runs() {
        return runs;
    }

    /** Selects a row as a click does. */
    public void choose(Compared one) {
        rows.select(List.of(one));
        rows.table().notifyListeners(SWT.Selection, new Event());
    }
}
