/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import java.lang.reflect.Field;
import java.util.List;
import java.util.function.BiConsumer;

import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.Accessible;
import org.eclipse.swt.accessibility.AccessibleControlEvent;
import org.eclipse.swt.accessibility.AccessibleControlListener;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.accessibility.AccessibleListener;
import org.eclipse.swt.widgets.Control;

/** What a screen reader is told of a control: asks its listeners, as the platform does, which is not at hand without a screen reader. */
final class Spoken {
    private Spoken() {}

    static String name(Control control) {
        return said(control, AccessibleListener::getName);
    }

    static String help(Control control) {
        return said(control, AccessibleListener::getHelp);
    }

    static String value(Control control) {
        AccessibleControlEvent event = new AccessibleControlEvent(control);
        event.childID = ACC.CHILDID_SELF;
        listeners(control, "accessibleControlListeners").forEach(one -> ((AccessibleControlListener) one).getValue(event));
        return event.result;
    }

    private static String said(Control control, BiConsumer<AccessibleListener, AccessibleEvent> question) {
        AccessibleEvent event = new AccessibleEvent(control);
        event.childID = ACC.CHILDID_SELF;
        listeners(control, "accessibleListeners").forEach(one -> question.accept((AccessibleListener) one, event));
        return event.result;
    }

    private static List<?> listeners(Control control, String field) {
        try {
            Field listeners = Accessible.class.getDeclaredField(field);
            listeners.setAccessible(true);
            return (List<?>) listeners.get(control.getAccessible());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
