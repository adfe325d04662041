/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.tags;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeColumn;
import org.eclipse.swt.widgets.TreeItem;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.report.rows.TagRow;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.tags.TagsAnswer.Node;
import org.bowline.tracecompass.ui.frame.Ui;
import org.bowline.tracecompass.ui.view.Tables;

/**
 * Modules as a tree. What is within a module is made when it is opened, as paths may be many; the share of everything has a bar. Not a virtual tree: GTK ends the program when one is emptied whose rows are not all made.
 */
public final class TagsTree {
    private static final int OF_ALL = 3;
    private static final int[] WIDTHS = {140, 70, 85, 75, 65, 80, 72, 65, 1};
    private static final int MOST_WIDTH = 300;
    /** Name of a last column, which has what is left: GTK stretches the last one, and its figures would stand far from the others. */
    private static final String REST = "";
    private static final int MOST_OF_NAME = 200;
    /** So many levels are open at first: the host and its modules, and what is within these. */
    private static final int OPEN_LEVELS = 3;
    /** More within one module are told as a number: {@code bowline tags} has all. */
    private static final int MOST_CHILDREN = 1_000;

    private final Tree tree;
    /** By path, whether a row with others within it is open; of those that were ever shown. */
    private final Map<String, Boolean> open = new HashMap<>();
    private List<Node> hosts = List.of();
    private int fitted = WIDTHS[0];

    TagsTree(Composite parent, Consumer<TagRow> chosen) {
        tree = new Tree(parent, SWT.SINGLE | SWT.FULL_SELECTION);
        tree.setHeaderVisible(true);
        String[] names = {Messages.Tags_Module, Messages.Tags_Running, Messages.Tags_OfParent, Messages.Tags_OfAll, Messages.Tags_Itself,
            Messages.Tags_Runnable, Messages.Tags_Blocked, Messages.Tags_Entries, REST};
        String[] tips = {REST, Messages.Tags_RunningTip, Messages.Tags_OfParentTip, Messages.Tags_OfAllTip, Messages.Tags_ItselfTip,
            Messages.Tags_RunnableTip, Messages.Tags_BlockedTip, Messages.Tags_EntriesTip, REST};
        for (int i = 0; i < names.length; i++) {
            TreeColumn column = new TreeColumn(tree, i == 0 ? SWT.LEFT : SWT.RIGHT);
            column.setText(names[i]);
            column.setWidth(WIDTHS[i]);
            column.setToolTipText(tips[i]);
        }
        tree.addListener(SWT.Resize, event -> fit());
        tree.addListener(SWT.Expand, this::opened);
        tree.addListener(SWT.EraseItem, TagsTree::bar);
        tree.addListener(SWT.Selection, event -> {
            TagRow row = selected();
            if (row != null) {
                chosen.accept(row);
            }
        });
        Ui.name(tree, () -> Messages.Tags_Tree);
    }

    /** The modules have the room that the figures leave, until a person gives them another one. */
    private void fit() {
        TreeColumn modules = tree.getColumn(0);
        int wanted = Math.max(WIDTHS[0], Math.min(MOST_WIDTH, tree.getClientArea().width - IntStream.of(WIDTHS).skip(1).sum()));
        if (modules.getWidth() == fitted && wanted != fitted) {
            modules.setWidth(wanted);
            fitted = wanted;
        }
    }

    /** What was open, closed or chosen stays so: only the figures are of another range. */
    void show(List<Node> newHosts) {
        String chosen = remember(tree.getItems(), "");
        hosts = newHosts;
        tree.removeAll();
        for (Node host : newHosts) {
            fill(new TreeItem(tree, SWT.NONE), host, key("", host), 1);
        }
        unfold(tree.getItems(), "", chosen);
    }

    private static String key(String parent, Node node) {
        return parent + '\0' + node.name();
    }

    /** Keeps which rows are open; the chosen one, empty if there is none among them. */
    private String remember(TreeItem[] items, String parent) {
        String chosen = "";
        for (TreeItem item : items) {
            if (item.getData() instanceof Node node) {
                String key = key(parent, node);
                if (item.getItemCount() > 0) {
                    open.put(key, item.getExpanded());
                }
                String within = remember(item.getItems(), key);
                chosen = tree.getSelectionCount() > 0 && tree.getSelection()[0] == item ? key : within.isEmpty() ? chosen : within;
            }
        }
        return chosen;
    }

    private boolean isOpen(String key, int level) {
        return open.getOrDefault(key, level < OPEN_LEVELS);
    }

    private void fill(TreeItem item, Node node, String key, int level) {
        item.setData(node);
        item.setText(texts(node));
        if (node.children().isEmpty()) {
            return;
        }
        if (isOpen(key, level)) {
            fillChildren(item, node, key, level + 1);
        } else {
            new TreeItem(item, SWT.NONE); // until it is opened
        }
    }

    /** From the top: GTK opens no row within one that is closed. */
    private void unfold(TreeItem[] items, String parent, String chosen) {
        for (TreeItem item : items) {
            if (item.getData() instanceof Node node) {
                String key = key(parent, node);
                if (item.getItemCount() > 0 && item.getItem(0).getData() != null) {
                    item.setExpanded(true);
                    unfold(item.getItems(), key, chosen);
                }
                if (key.equals(chosen)) {
                    tree.setSelection(item);
                }
            }
        }
    }

    private void fillChildren(TreeItem item, Node node, String key, int level) {
        for (Node child : node.children().subList(0, Math.min(MOST_CHILDREN, node.children().size()))) {
            fill(new TreeItem(item, SWT.NONE), child, key(key, child), level);
        }
        if (node.children().size() > MOST_CHILDREN) {
            new TreeItem(item, SWT.NONE).setText(NLS.bind(Messages.Tags_More, node.children().size() - MOST_CHILDREN));
        }
    }

    private void opened(Event event) {
        if (event.item instanceof TreeItem item && item.getData() instanceof Node node && item.getItemCount() == 1
                && item.getItem(0).getData() == null) {
            item.getItem(0).dispose();
            fillChildren(item, node, keyOf(item, node), OPEN_LEVELS);
        }
    }

    private static String keyOf(TreeItem item, Node node) {
        TreeItem around = item.getParentItem();
        return key(around != null && around.getData() instanceof Node parent ? keyOf(around, parent) : "", node);
    }

    private static String[] texts(Node node) {
        TagRow row = node.row();
        String name = PlainText.visible(PlainText.shorten(node.name(), MOST_OF_NAME));
        if (row == null) {
            long total = node.children().stream().map(Node::row).mapToLong(of -> of == null ? 0 : of.times().totalNanos()).findFirst()
                    .orElse(0);
            return new String[] {name, TimeFormat.duration(total), "", "", "", "", "", ""};
        }
        return new String[] {name, TimeFormat.duration(row.times().nanos()), share(row.times().shareOfParent()),
            share(row.times().shareOfTotal()), TimeFormat.duration(row.times().ownNanosThatCount()),
            TimeFormat.duration(row.times().own(ThreadState.RUNNABLE) + row.times().own(ThreadState.PREEMPTED)),
            TimeFormat.duration(row.times().own(ThreadState.BLOCKED)), Long.toString(row.times().entries())};
    }

    private static String share(double share) {
        return Double.isNaN(share) ? "" : Percent.percent(share, 1);
    }

    /** The share of everything as a bar behind its text. */
    private static void bar(Event event) {
        if (event.index != OF_ALL || !(event.item instanceof TreeItem item) || !(item.getData() instanceof Node node)) {
            return;
        }
        TagRow row = node.row();
        double share = row == null || Double.isNaN(row.times().shareOfTotal()) ? 0 : Math.min(1, row.times().shareOfTotal());
        Color before = event.gc.getBackground();
        event.gc.setBackground(item.getDisplay().getSystemColor(SWT.COLOR_LIST_SELECTION));
        event.gc.setAlpha(80);
        event.gc.fillRectangle(event.x + 1, event.y + 2, (int) ((item.getParent().getColumn(OF_ALL).getWidth() - 4) * share),
                event.height - 4);
        event.gc.setAlpha(255);
        event.gc.setBackground(before);
    }

    /** The selected module; null if there is none, or it is a host. */
    public @Nullable TagRow selected() {
        TreeItem[] items = tree.getSelection();
        return items.length > 0 && items[0].getData() instanceof Node node ? node.row() : null;
    }

    /** All that is shown as text, a line each, the columns with tabs between, after a line of names. */
    public String text() {
        List<String[]> lines = new ArrayList<>();
        List<String> names = new ArrayList<>();
        for (TreeColumn column : tree.getColumns()) {
            names.add(column.getText());
        }
        lines.add(names.toArray(String[]::new));
        List<Node> left = new ArrayList<>(hosts);
        while (!left.isEmpty()) {
            Node node = left.remove(0);
            String[] texts = texts(node);
            TagRow row = node.row();
            texts[0] = row == null ? texts[0] : PlainText.visible(row.path());
            lines.add(texts);
            left.addAll(0, node.children());
        }
        return Tables.text(lines.stream());
    }

    /** The control. */
    public Tree tree() {
        return tree;
    }
}
