/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.graphics.Rectangle;
import org.eclipse.swt.widgets.Event;
import org.jspecify.annotations.Nullable;

import org.bowline.report.graph.GraphPicture;

/** What mouse and keyboard do in a {@link GraphCanvas}: move (drag), zoom (wheel, + and −, 0), walk (Tab, arrow keys) and choose (click, Space, Enter, Escape). */
final class GraphHand {
    private static final double WHEEL_STEP = 1.15;
    private static final int DRAG_PIXELS = 4;

    private final GraphCanvas canvas;
    private @Nullable Point pressed;
    private @Nullable Camera pressedCamera;
    private boolean dragging;

    GraphHand(GraphCanvas canvas) {
        this.canvas = canvas;
        canvas.addListener(SWT.MouseDown, this::mouseDown);
        canvas.addListener(SWT.MouseMove, this::mouseMove);
        canvas.addListener(SWT.MouseUp, this::mouseUp);
        canvas.addListener(SWT.MouseDoubleClick, event -> canvas.open(canvas.nodeAt(event.x, event.y)));
        canvas.addListener(SWT.MouseVerticalWheel, event -> {
            canvas.zoom(event.count > 0 ? WHEEL_STEP : 1 / WHEEL_STEP, event.x, event.y);
            event.doit = false;
        });
        canvas.addListener(SWT.KeyDown, this::keyDown);
        canvas.addListener(SWT.Traverse, this::traverse);
    }

    // the mouse

    private void mouseDown(Event event) {
        canvas.setFocus();
        if (event.button == 1) {
            pressed = new Point(event.x, event.y);
            pressedCamera = canvas.camera();
            dragging = false;
        } else if (event.button == 3 && canvas.itemAt(event.x, event.y) != null) {
            canvas.choose(event.x, event.y, false);
        }
    }

    private void mouseMove(Event event) {
        if ((event.stateMask & SWT.BUTTON1) != 0) {
            drag(event);
        }
    }

    private void drag(Event event) {
        Point from = pressed;
        Camera at = pressedCamera;
        if (from != null && at != null
                && (dragging || Math.hypot(event.x - from.x, event.y - from.y) > DRAG_PIXELS)) {
            dragging = true;
            canvas.move(at.moved(event.x - from.x, event.y - from.y));
        }
    }

    private void mouseUp(Event event) {
        drag(event); // moves may be told late, or only some of them
        pressed = null;
        pressedCamera = null;
        if (event.button == 1 && !dragging) {
            canvas.choose(event.x, event.y, (event.stateMask & SWT.MOD1) != 0);
        }
    }

    // the keyboard

    private void keyDown(Event event) {
        GraphPicture of = canvas.picture();
        if (of == null) {
            return;
        }
        Rectangle area = canvas.getClientArea();
        switch (event.keyCode) {
            case SWT.ARROW_LEFT -> walkToward(of, -1, 0);
            case SWT.ARROW_RIGHT -> walkToward(of, 1, 0);
            case SWT.ARROW_UP -> walkToward(of, 0, -1);
            case SWT.ARROW_DOWN -> walkToward(of, 0, 1);
            case SWT.HOME -> first();
            case SWT.ESC -> canvas.clearChoice();
            case SWT.CR, SWT.KEYPAD_CR -> {
                int focus = canvas.focusedNode();
                if (focus >= 0) {
                    if (!canvas.chosenNodes().get(focus)) {
                        canvas.chooseNode(focus, false);
                    }
                    canvas.open(focus);
                }
            }
            case ' ' -> {
                if (canvas.focusedNode() >= 0) {
                    canvas.chooseNode(canvas.focusedNode(), true);
                }
            }
            case '+', '=', SWT.KEYPAD_ADD -> canvas.zoom(WHEEL_STEP, area.width / 2, area.height / 2);
            case '-', SWT.KEYPAD_SUBTRACT -> canvas.zoom(1 / WHEEL_STEP, area.width / 2, area.height / 2);
            case '0', SWT.KEYPAD_0 -> canvas.fit();
            default -> {
                // not ours
            }
        }
    }

    /** Tab walks the nodes and leaves the canvas after the last. */
    private void traverse(Event event) {
        if (event.detail == SWT.TRAVERSE_TAB_NEXT || event.detail == SWT.TRAVERSE_TAB_PREVIOUS) {
            int next = GraphWalk.next(canvas.walk(), canvas.focusedNode(), event.detail == SWT.TRAVERSE_TAB_NEXT ? 1 : -1);
            event.doit = next < 0;
            canvas.focusOn(next);
        } else if (event.detail == SWT.TRAVERSE_ESCAPE || event.detail == SWT.TRAVERSE_RETURN) {
            event.doit = false;
        }
    }

    private void walkToward(GraphPicture of, int dx, int dy) {
        int focus = canvas.focusedNode();
        if (focus < 0) {
            first();
        } else {
            canvas.focusOn(GraphWalk.toward(of, canvas.walk(), focus, dx, dy));
        }
    }

    private void first() {
        int[] walk = canvas.walk();
        if (walk.length > 0) {
            canvas.focusOn(walk[0]);
        }
    }
}
