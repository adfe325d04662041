/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.swt.SWT;
import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleControlAdapter;
import org.eclipse.swt.accessibility.AccessibleControlEvent;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.graphics.GC;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Canvas;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Event;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@linkplain Chip chips}. A click on one does what it is for, one on its cross takes it back; with the keyboard the arrow keys walk, Enter or Space presses, Delete takes back. In a narrow view texts are
 * brief, then cut; the tooltips have all of them. Takes no room while it is empty.
 */
public final class ChipRow extends Canvas {
    private static final int GAP = 5;
    private static final int PADDING = 6;
    private static final int CROSS = 14;
    private static final int SIGN = 20;
    private static final int LEAST = 30;
    private static final int MARGIN = 2;
    private static final int ROUND = 8;
    private static final int FRAME_ALPHA = 110;
    private static final int FILL_ALPHA = 26;
    private static final int DISABLED_ALPHA = 90;
    private static final String DOTS = "\u2026";

    private List<Chip> chips = List.of();
    private int[] from = {};
    private int[] width = {};
    private String[] drawn = {};
    private int focus;

    /** Says nothing yet. Put it into a parent with a grid of one column. */
    ChipRow(Composite parent) {
        super(parent, SWT.DOUBLE_BUFFERED);
        setLayoutData(GridDataFactory.swtDefaults().align(SWT.FILL, SWT.CENTER).grab(true, false).indent(3, 0).exclude(true).create());
        setVisible(false);
        addListener(SWT.Paint, event -> paint(event.gc));
        addListener(SWT.Resize, event -> place());
        addListener(SWT.MouseUp, event -> {
            if (event.button == 1) {
                press(event.x);
            }
        });
        addListener(SWT.MouseMove, event -> hover(event.x));
        addListener(SWT.KeyDown, this::key);
        addListener(SWT.Traverse, event -> event.doit = event.detail != SWT.TRAVERSE_RETURN && event.detail != SWT.TRAVERSE_ESCAPE
                && event.detail != SWT.TRAVERSE_ARROW_NEXT && event.detail != SWT.TRAVERSE_ARROW_PREVIOUS);
        addListener(SWT.FocusIn, event -> redraw());
        addListener(SWT.FocusOut, event -> redraw());
        speak();
    }

    @Override
    public Point computeSize(int wHint, int hHint, boolean changed) {
        GC gc = new GC(this);
        int height = gc.getFontMetrics().getHeight() + 2 * MARGIN + 2;
        gc.dispose();
        return new Point(wHint == SWT.DEFAULT ? SIGN : wHint, height);
    }

    /** Says something else. */
    void show(List<Chip> newChips) {
        boolean same = chips.size() == newChips.size()
                && IntStream.range(0, chips.size()).allMatch(i -> chips.get(i).looksLike(newChips.get(i)));
        boolean appears = chips.isEmpty() != newChips.isEmpty();
        chips = List.copyOf(newChips);
        if (same) {
            return;
        }
        focus = Math.max(0, Math.min(focus, chips.size() - 1));
        place();
        if (appears) {
            setVisible(!chips.isEmpty());
            ((GridData) getLayoutData()).exclude = chips.isEmpty();
            getParent().layout(true);
        }
        redraw();
    }

    // where they are

    /** Full texts if there is room; else brief ones; else the longest are cut. */
    private void place() {
        int n = chips.size();
        GC gc = new GC(this);
        drawn = new String[n];
        width = new int[n];
        from = new int[n];
        int room = getClientArea().width - GAP * Math.max(0, n - 1);
        int sum = measure(gc, false);
        if (sum > room) {
            sum = measure(gc, true);
        }
        while (sum > room) {
            int longest = IntStream.range(0, n).reduce((a, b) -> width[b] > width[a] ? b : a).orElse(0);
            int rest = Math.max(LEAST + extra(chips.get(longest)), width[longest] - (sum - room));
            if (rest >= width[longest]) {
                break; // no room for anything
            }
            drawn[longest] = cut(gc, drawn[longest], rest - extra(chips.get(longest)));
            sum += rest - width[longest];
            width[longest] = rest;
        }
        int x = 0;
        for (int i = 0; i < n; i++) {
            from[i] = x;
            x += width[i] + GAP;
        }
        gc.dispose();
        redraw();
    }

    private int measure(GC gc, boolean brief) {
        int sum = 0;
        for (int i = 0; i < width.length; i++) {
            Chip chip = chips.get(i);
            drawn[i] = brief ? chip.brief() : chip.text();
            width[i] = chip.sign() == Chip.Sign.TEXT ? gc.textExtent(drawn[i]).x + extra(chip) : SIGN;
            sum += width[i];
        }
        return sum;
    }

    private static int extra(Chip chip) {
        return 2 * PADDING + (chip.takeBack() == null ? 0 : CROSS);
    }

    private static String cut(GC gc, String text, int width) {
        int end = text.length();
        while (end > 0 && gc.textExtent(text.substring(0, end) + DOTS).x > width) {
            end--;
        }
        return text.substring(0, end) + DOTS;
    }

    private int at(int x) {
        for (int i = 0; i < from.length; i++) {
            if (x >= from[i] && x < from[i] + width[i]) {
                return i;
            }
        }
        return -1;
    }

    private boolean isCross(int chip, int x) {
        return chips.get(chip).takeBack() != null && x >= from[chip] + width[chip] - CROSS - PADDING / 2;
    }

    // what a person does

    private void press(int x) {
        int chip = at(x);
        if (chip >= 0) {
            focus = chip;
            setToolTipText(null); // it would come up over the menu that the press opens; the next move of the pointer brings it back
            run(isCross(chip, x) ? chips.get(chip).takeBack() : chips.get(chip).open());
        }
    }

    private static void run(@Nullable Runnable action) {
        if (action != null) {
            action.run();
        }
    }

    private void hover(int x) {
        int chip = at(x);
        String tip = chip < 0 ? null : isCross(chip, x) ? Messages.Chip_TakeBack : chips.get(chip).tip();
        if (!java.util.Objects.equals(tip, getToolTipText())) {
            setToolTipText(tip);
        }
        setCursor(chip >= 0 && (isCross(chip, x) || chips.get(chip).open() != null) ? getDisplay().getSystemCursor(SWT.CURSOR_HAND) : null);
    }

    private void key(Event event) {
        if (chips.isEmpty()) {
            return;
        }
        Chip chip = chips.get(focus);
        switch (event.keyCode) {
            case SWT.ARROW_LEFT -> walk(event, -1);
            case SWT.ARROW_RIGHT -> walk(event, 1);
            case SWT.CR, SWT.KEYPAD_CR, ' ' -> run(chip.open());
            case SWT.DEL, SWT.BS -> run(chip.takeBack());
            default -> {
                // not ours
            }
        }
    }

    private void walk(Event event, int by) {
        if (event.stateMask == 0) {
            focus = Math.max(0, Math.min(chips.size() - 1, focus + by));
            getAccessible().setFocus(focus);
            redraw();
        }
    }

    // the picture

    private void paint(GC gc) {
        Rectangle area = getClientArea();
        gc.setAntialias(SWT.ON);
        Color text = getForeground();
        for (int i = 0; i < chips.size(); i++) {
            Chip chip = chips.get(i);
            Rectangle box = new Rectangle(from[i], MARGIN, width[i] - 1, area.height - 2 * MARGIN - 1);
            gc.setForeground(text);
            gc.setBackground(text);
            if (chip.sign() == Chip.Sign.TEXT) {
                frame(gc, chip, box, drawn[i]);
            } else {
                gc.setAlpha(chip.open() == null ? DISABLED_ALPHA : 255);
                sign(gc, chip.sign(), box.x + box.width / 2, box.y + box.height / 2);
            }
            gc.setAlpha(255);
            if (isFocusControl() && i == focus) {
                gc.drawFocus(box.x, box.y, box.width, box.height);
            }
        }
    }

    private static void frame(GC gc, Chip chip, Rectangle box, String text) {
        gc.setAlpha(FILL_ALPHA);
        gc.fillRoundRectangle(box.x, box.y, box.width, box.height, ROUND, ROUND);
        gc.setAlpha(FRAME_ALPHA);
        gc.drawRoundRectangle(box.x, box.y, box.width, box.height, ROUND, ROUND);
        gc.setAlpha(255);
        gc.drawText(text, box.x + PADDING, box.y + (box.height - gc.getFontMetrics().getHeight()) / 2, true);
        if (chip.takeBack() != null) {
            int x = box.x + box.width - PADDING / 2 - CROSS / 2;
            int y = box.y + box.height / 2;
            gc.drawLine(x - 3, y - 3, x + 3, y + 3);
            gc.drawLine(x - 3, y + 3, x + 3, y - 3);
        }
    }

    private static void sign(GC gc, Chip.Sign sign, int x, int y) {
        gc.setLineWidth(2);
        switch (sign) {
            case BACK -> gc.drawPolyline(new int[] {x + 2, y - 5, x - 3, y, x + 2, y + 5});
            case FORWARD -> gc.drawPolyline(new int[] {x - 2, y - 5, x + 3, y, x - 2, y + 5});
            case OPEN_LOCK, CLOSED_LOCK -> {
                boolean closed = sign == Chip.Sign.CLOSED_LOCK;
                gc.setLineWidth(1);
                gc.drawArc(closed ? x - 3 : x + 1, y - 6, 6, 8, 0, 180);
                gc.drawLine(closed ? x - 3 : x + 1, y - 2, closed ? x - 3 : x + 1, y - 1);
                if (closed) {
                    gc.drawLine(x + 3, y - 2, x + 3, y - 1);
                    gc.fillRectangle(x - 5, y - 1, 11, 7);
                } else {
                    gc.drawRectangle(x - 5, y - 1, 10, 6);
                }
            }
            case TEXT -> throw new IllegalArgumentException("a text is not a sign");
        }
        gc.setLineWidth(1);
    }

    // for screen readers

    private void speak() {
        getAccessible().addAccessibleListener(new AccessibleAdapter() {
            @Override
            public void getName(AccessibleEvent event) {
                event.result = event.childID >= 0 && event.childID < chips.size() ? chips.get(event.childID).text()
                        : Messages.Chip_Row + ' ' + String.join(", ", texts());
            }

            @Override
            public void getHelp(AccessibleEvent event) {
                event.result = Messages.Chip_Keys;
            }
        });
        getAccessible().addAccessibleControlListener(new AccessibleControlAdapter() {
            @Override
            public void getRole(AccessibleControlEvent event) {
                event.detail = event.childID == ACC.CHILDID_SELF ? ACC.ROLE_TOOLBAR : ACC.ROLE_PUSHBUTTON;
            }

            @Override
            public void getChildCount(AccessibleControlEvent event) {
                event.detail = chips.size();
            }

            @Override
            public void getFocus(AccessibleControlEvent event) {
                event.childID = chips.isEmpty() ? ACC.CHILDID_SELF : focus;
            }
        });
    }

    // for others

    /** What the chips say; those that are no texts say nothing. */
    public List<String> texts() {
        return chips.stream().filter(chip -> chip.sign() == Chip.Sign.TEXT).map(Chip::text).toList();
    }

    /** The chips. */
    public List<Chip> chips() {
        return new ArrayList<>(chips);
    }

    /** The one whose text begins so; null if there is none. */
    public @Nullable Chip find(String begin) {
        return chips.stream().filter(chip -> chip.text().startsWith(begin)).findFirst().orElse(null);
    }

    /** Where a chip is pressed, or its cross. */
    public Point place(Chip chip, boolean cross) {
        int i = IntStream.range(0, chips.size()).filter(at -> chips.get(at).looksLike(chip)).findFirst().orElseThrow();
        return new Point(cross ? from[i] + width[i] - PADDING / 2 - CROSS / 2 : from[i] + Math.min(PADDING + 4, width[i] / 2),
                getSize().y / 2);
    }

    /** What is drawn of each chip that is a text; brief or cut in a narrow view. */
    public List<String> drawn() {
        return IntStream.range(0, drawn.length).filter(i -> chips.get(i).sign() == Chip.Sign.TEXT).mapToObj(i -> drawn[i]).toList();
    }
}
