/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleControlAdapter;
import org.eclipse.swt.accessibility.AccessibleControlEvent;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.graphics.Point;

import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.PictureNode;

/** The graph for screen readers: a list of its seen nodes in the order of the walk, each with its name, weight and degree. */
final class GraphAccessible {
    private final GraphCanvas canvas;

    GraphAccessible(GraphCanvas canvas) {
        this.canvas = canvas;
        canvas.getAccessible().addAccessibleListener(new AccessibleAdapter() {
            @Override
            public void getName(AccessibleEvent event) {
                event.result = name(event.childID);
            }

            @Override
            public void getHelp(AccessibleEvent event) {
                event.result = Messages.Graph_Keys;
            }
        });
        canvas.getAccessible().addAccessibleControlListener(new Control());
    }

    /** Tells that another node has the focus. */
    void focusMoved() {
        int place = place(canvas.focusedNode());
        if (place >= 0) {
            canvas.getAccessible().setFocus(place);
        }
    }

    private String name(int child) {
        int[] walk = canvas.walk();
        if (child >= 0 && child < walk.length) {
            return canvas.describe(walk[child]);
        }
        return Messages.Graph_Name + ' ' + (canvas.focusedNode() >= 0 ? canvas.describe(canvas.focusedNode()) : "");
    }

    private int place(int node) {
        int[] walk = canvas.walk();
        for (int i = 0; i < walk.length; i++) {
            if (walk[i] == node) {
                return i;
            }
        }
        return -1;
    }

    private final class Control extends AccessibleControlAdapter {
        @Override
        public void getRole(AccessibleControlEvent event) {
            event.detail = event.childID == ACC.CHILDID_SELF ? ACC.ROLE_LIST : ACC.ROLE_LISTITEM;
        }

        @Override
        public void getChildCount(AccessibleControlEvent event) {
            event.detail = canvas.walk().length;
        }

        @Override
        public void getFocus(AccessibleControlEvent event) {
            int place = place(canvas.focusedNode());
            event.childID = place >= 0 ? place : ACC.CHILDID_SELF;
        }

        @Override
        public void getState(AccessibleControlEvent event) {
            int[] walk = canvas.walk();
            event.detail = ACC.STATE_FOCUSABLE;
            if (event.childID >= 0 && event.childID < walk.length) {
                event.detail |= ACC.STATE_SELECTABLE | (canvas.chosenNodes().get(walk[event.childID]) ? ACC.STATE_SELECTED : 0)
                        | (canvas.focusedNode() == walk[event.childID] ? ACC.STATE_FOCUSED : 0);
            }
        }

        @Override
        public void getLocation(AccessibleControlEvent event) {
            int[] walk = canvas.walk();
            GraphPicture picture = canvas.picture();
            if (picture != null && event.childID >= 0 && event.childID < walk.length) {
                PictureNode node = picture.nodes().get(walk[event.childID]);
                Point corner = canvas.toDisplay((int) canvas.camera().pixelX(node.x()), (int) canvas.camera().pixelY(node.y()));
                event.x = corner.x;
                event.y = corner.y;
                event.width = (int) (node.width() * canvas.camera().scale());
                event.height = (int) (node.height() * canvas.camera().scale());
            }
        }

        @Override
        public void getChildAtPoint(AccessibleControlEvent event) {
            Point point = canvas.toControl(event.x, event.y);
            int place = place(canvas.nodeAt(point.x, point.y));
            event.childID = place >= 0 ? place : ACC.CHILDID_SELF;
        }
    }
}
