/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.swt.graphics.Rectangle;

/**
 * Which words of a picture have room. A picture gets smaller with its view and words do not, so that the marks of an axis would come to lie upon each other: of those that would, the first stays. O(words²), which are some dozens.
 */
final class LabelRoom {
    private final List<Rectangle> taken = new ArrayList<>();

    /** Whether words that would take an area have it for themselves, which they then take. */
    boolean take(Rectangle area) {
        for (Rectangle other : taken) {
            if (other.intersects(area)) {
                return false;
            }
        }
        taken.add(area);
        return true;
    }
}
