/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import org.eclipse.osgi.util.NLS;

import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Workers;
import org.bowline.core.waitfor.Blame;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.ui.frame.Messages;

/** What the row of questions calls options: those that a menu says in the words of the menu, the others as they are written. */
final class OptionWords {
    private OptionWords() {}

    /** The only one, or how many there are. */
    static String name(GivenOptions options) {
        if (options.texts().size() != 1) {
            return NLS.bind(Messages.Chip_Options, options.texts().size());
        }
        if (options.says(Locks.BLAME)) {
            return blame(options.in(Question.ALL).get(Locks.BLAME));
        }
        if (options.says(Workers.WORKER)) {
            return NLS.bind(Messages.Chip_Worker, options.values(Workers.WORKER).get(0));
        }
        if (options.says(Workers.BACKGROUND)) {
            return NLS.bind(Messages.Chip_Background, options.values(Workers.BACKGROUND).get(0));
        }
        return options.texts().get(0);
    }

    private static String blame(Blame blame) {
        return switch (blame) {
            case AUTO -> Messages.Chip_BlameAuto;
            case HOLDER -> Messages.Chip_BlameHolder;
            case WAKER -> Messages.Chip_BlameWaker;
        };
    }
}
