/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.jface.dialogs.DialogSettings;
import org.eclipse.swt.SWT;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Table;
import org.eclipse.swt.widgets.TableItem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.ui.view.SortedTable;

/** What is left of a table whose rows were in sight when they were taken away. */
final class EmptiedTableTest {
    private final List<TableItem> made = new ArrayList<>();
    private Shell shell;
    private SortedTable<Integer> sorted;

    @BeforeEach
    void open() {
        shell = new Shell(Workbench.window().getShell(), SWT.SHELL_TRIM);
        shell.setLayout(new FillLayout());
        sorted = new SortedTable<>(shell, "numbers",
                List.of(new SortedTable.Column<>("number", 100, true, row -> Integer.toString(row), Comparator.<Integer>naturalOrder())), 0,
                new DialogSettings("numbers"), chosen -> {});
        sorted.table().addListener(SWT.SetData, event -> made.add((TableItem) event.item));
        shell.setBounds(300, 300, 300, 300);
        shell.open();
        Hand.standsStill(shell);
    }

    @AfterEach
    void close() {
        shell.close();
        Workbench.settle();
    }

    private void show(int rows) {
        sorted.show(IntStream.range(0, rows).boxed().toList());
        while (Display.getCurrent().readAndDispatch()) {
            // what is asked for, and the theme's looks
        }
    }

    /** How many items nobody disposed of, although the table has them no more. Not which: their text is gone, and who asks GTK for it ends the program. */
    private long left() {
        Table table = sorted.table();
        return made.stream().filter(item -> !item.isDisposed() && table.indexOf(item) < 0).distinct().count();
    }

    @Test
    void noItemOutlivesItsRow() {
        show(60);
        Hand.click(sorted.table().getItem(1));
        assertFalse(made.isEmpty(), "rows are in sight");
        show(0);
        assertEquals(0, left(), "the theme would colour them when it is changed, and the window would be gone");
        show(60);
        Hand.click(sorted.table().getItem(7));
        show(5);
        assertEquals(0, left());
        assertEquals("4", sorted.table().getItem(4).getText());
    }
}
