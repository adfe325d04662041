/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.resource.ImageDescriptor;
import org.eclipse.ui.plugin.AbstractUIPlugin;
import org.jspecify.annotations.Nullable;

/** Entries of menus and tool bars. */
public final class Actions {
    private Actions() {}

    /** One that runs something. */
    public static Action of(String text, Runnable run) {
        return of(text, IAction.AS_PUSH_BUTTON, run);
    }

    /** One that runs something, with a tool tip and an image. */
    public static Action of(String text, String tip, @Nullable ImageDescriptor image, Runnable run) {
        return with(of(text, run), tip, image);
    }

    /** A check box; what is run afterwards asks whether it is checked. */
    public static Action toggle(String text, String tip, @Nullable ImageDescriptor image, boolean checked, Runnable run) {
        Action action = with(of(text, IAction.AS_CHECK_BOX, run), tip, image);
        action.setChecked(checked);
        return action;
    }

    /** An icon of this plug-in. */
    public static @Nullable ImageDescriptor icon(String file) {
        return AbstractUIPlugin.imageDescriptorFromPlugin(Ui.PLUGIN, "icons/" + file);
    }

    private static Action with(Action action, String tip, @Nullable ImageDescriptor image) {
        action.setToolTipText(tip);
        action.setImageDescriptor(image);
        return action;
    }

    private static Action of(String text, int style, Runnable run) {
        return new Action(text, style) {
            @Override
            public void run() {
                run.run();
            }
        };
    }
}
