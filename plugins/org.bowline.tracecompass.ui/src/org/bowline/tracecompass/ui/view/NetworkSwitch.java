/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.function.Supplier;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.IMenuManager;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.Question;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Messages;

/** The entry of a menu that makes the network between two hosts a vertex: an option of the experiment, which all views follow. In the UI thread. */
public final class NetworkSwitch {
    /** Its id. */
    public static final String ID = "org.bowline.views.network";

    private NetworkSwitch() {}

    /** Adds it for the experiment of a view; what is asked now is checked whenever the menu opens. */
    public static void addTo(IMenuManager menu, Supplier<@Nullable ITmfTrace> shown) {
        Action action = new Action(Messages.Network_Switch, IAction.AS_CHECK_BOX) {
            @Override
            public void run() {
                ITmfTrace trace = shown.get();
                if (trace != null) {
                    MarkMenu.tell(trace, Inquiries.now(trace).options().with(Devices.NETWORK, isChecked()));
                }
            }
        };
        action.setId(ID);
        menu.add(action);
        menu.addMenuListener(opened -> {
            ITmfTrace trace = shown.get();
            GivenOptions now = Inquiries.now(trace).options();
            action.setChecked(now.in(Question.ALL).get(Devices.NETWORK));
            action.setEnabled(trace != null);
        });
    }
}
