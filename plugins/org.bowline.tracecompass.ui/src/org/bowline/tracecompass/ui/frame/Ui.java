/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.frame;

import java.util.function.Predicate;
import java.util.function.Supplier;

import org.eclipse.jface.dialogs.DialogSettings;
import org.eclipse.jface.dialogs.IDialogSettings;
import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.swt.SWT;
import org.eclipse.swt.accessibility.ACC;
import org.eclipse.swt.accessibility.AccessibleAdapter;
import org.eclipse.swt.accessibility.AccessibleControlAdapter;
import org.eclipse.swt.accessibility.AccessibleControlEvent;
import org.eclipse.swt.accessibility.AccessibleEvent;
import org.eclipse.swt.dnd.Clipboard;
import org.eclipse.swt.dnd.TextTransfer;
import org.eclipse.swt.dnd.Transfer;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.widgets.Combo;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Display;
import org.eclipse.swt.widgets.Text;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.themes.IThemeManager;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.FrameworkUtil;

/** Small things that views and their controls need of the workbench. */
public final class Ui {
    /** The id of this plug-in. */
    public static final String PLUGIN = "org.bowline.tracecompass.ui";

    private Ui() {}

    /** Runs in the UI thread, now if this is it; not at all once the workbench has ended. */
    public static void run(Runnable action) {
        if (Display.getCurrent() != null) {
            action.run();
        } else {
            later(action);
        }
    }

    /** Runs in the UI thread, when it has done what it is doing; not at all once the workbench has ended. */
    public static void later(Runnable action) {
        Display display = PlatformUI.getWorkbench().getDisplay();
        if (!display.isDisposed()) {
            display.asyncExec(action);
        }
    }

    /** Copies a text; an empty one leaves the clipboard as it is. In the UI thread. */
    public static void copy(String text) {
        if (!text.isEmpty()) {
            Clipboard clipboard = new Clipboard(Display.getCurrent());
            clipboard.setContents(new Object[] {text}, new Transfer[] {TextTransfer.getInstance()});
            clipboard.dispose();
        }
    }

    /** Whether a control, or one within it, has the keyboard. In the UI thread. */
    public static boolean hasKeyboard(@Nullable Control control) {
        Control at = control == null ? null : control.getDisplay().getFocusControl();
        while (at != null && at != control) {
            at = at.getParent();
        }
        return at != null;
    }

    /** Gives a control the name that screen readers say; not its children. */
    public static void name(Control control, Supplier<String> name) {
        control.getAccessible().addAccessibleListener(new AccessibleAdapter() {
            @Override
            public void getName(AccessibleEvent event) {
                if (event.childID == ACC.CHILDID_SELF) {
                    event.result = name.get();
                }
            }
        });
    }

    /** Gives a picture a name and a value, which says what is in it or chosen there, for screen readers. */
    public static void picture(Control control, Supplier<String> name, Supplier<String> value) {
        name(control, name);
        control.getAccessible().addAccessibleControlListener(new AccessibleControlAdapter() {
            @Override
            public void getRole(AccessibleControlEvent event) {
                event.detail = ACC.ROLE_GRAPHIC;
            }

            @Override
            public void getValue(AccessibleControlEvent event) {
                event.result = value.get();
            }
        });
    }

    /** Gives a control the help that screen readers say: its keys, for one that is drawn. */
    public static void help(Control control, String help) {
        control.getAccessible().addAccessibleListener(new AccessibleAdapter() {
            @Override
            public void getHelp(AccessibleEvent event) {
                event.result = help;
            }
        });
    }

    /** Has Tab go on to the next control from a field of several lines in which a tab is no text: else it is typed, and no key leads on. */
    public static void tabGoesOn(Text field) {
        field.addListener(SWT.Traverse, event -> {
            if (event.detail == SWT.TRAVERSE_TAB_NEXT) {
                event.doit = true;
            }
        });
    }

    /** Has screen readers say the name and the value of a control again, which are others now. */
    public static void isNow(Control control) {
        control.getAccessible().sendEvent(ACC.EVENT_NAME_CHANGED, null);
        control.getAccessible().sendEvent(ACC.EVENT_VALUE_CHANGED, null);
    }

    /**
     * A choice among entries that are given. It has a background of its own: within a part of the workbench, which hands its own down to all, GTK would draw the list of the entries
     * without any, and they could not be read.
     */
    public static Combo choice(Composite parent) {
        Combo combo = new Combo(parent, SWT.READ_ONLY | SWT.DROP_DOWN);
        combo.setBackground(combo.getDisplay().getSystemColor(SWT.COLOR_LIST_BACKGROUND));
        return combo;
    }

    /** What a view remembers from one session to the next. */
    public static IDialogSettings settings(String id) {
        return DialogSettings.getOrCreateSection(
                PlatformUI.getDialogSettingsProvider(FrameworkUtil.getBundle(Ui.class)).getDialogSettings(), id);
    }

    /** A colour of the theme, which is not ours to dispose; the other one if the theme has none of that name. */
    public static Color color(String name, Color otherwise) {
        Color color = PlatformUI.getWorkbench().getThemeManager().getCurrentTheme().getColorRegistry().get(name);
        return color == null ? otherwise : color;
    }

    /** Runs in the UI thread whenever another theme is chosen, or a colour or font that is asked for by its name is changed, until the control ends. */
    public static void onTheme(Control control, Predicate<String> concerns, Runnable action) {
        IThemeManager themes = PlatformUI.getWorkbench().getThemeManager();
        IPropertyChangeListener listener = event -> {
            if (event.getProperty().equals(IThemeManager.CHANGE_CURRENT_THEME) || concerns.test(event.getProperty())) {
                run(() -> {
                    if (!control.isDisposed()) {
                        action.run();
                    }
                });
            }
        };
        themes.addPropertyChangeListener(listener);
        control.addListener(SWT.Dispose, event -> themes.removePropertyChangeListener(listener));
    }
}
