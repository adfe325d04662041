/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;

import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.compare.RunSource;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Chip;
import org.bowline.tracecompass.ui.frame.Hint;
import org.bowline.tracecompass.ui.frame.TitleStrip;

/** Two sides of runs as chips, the menus that these open, and what asks for the side that is missing. */
final class SideChips {
    private final Sides sides;
    private final Asked asked;

    /** Who answers, all in the UI thread. */
    interface Asked {
        /** Compares these instead. */
        void compare(Sides other);

        /** Has a person choose a folder for a side. */
        void addFolder(boolean ofNew);

        /** Has a person choose a sweep. */
        void chooseSweep();

        /** Opens a menu. */
        void open(MenuManager menu);
    }

    SideChips(Sides sides, Asked asked) {
        this.sides = sides;
        this.asked = asked;
    }

    /** Experiments that can be compared. */
    private static List<RunSource> open() {
        List<RunSource> open = new ArrayList<>();
        for (ITmfTrace trace : TmfTraceManager.getInstance().getOpenedTraces()) {
            if (WaitAnalysisModule.of(trace) != null) {
                open.add(new RunSource.Recording(trace));
            }
        }
        return open;
    }

    List<Chip> chips() {
        List<Chip> chips = new ArrayList<>(List.of(chip(false), chip(true)));
        if (sides.isComplete()) {
            chips.add(Chip.of(Messages.Chip_Swap, Messages.Chip_SwapBrief, Messages.Chip_SwapTip, () -> asked.compare(sides.swapped()),
                    null));
        }
        return chips;
    }

    private Chip chip(boolean ofNew) {
        List<RunSource> side = sides.of(ofNew);
        String text = side.isEmpty() ? ofNew ? Messages.Chip_NewNone : Messages.Chip_BaseNone
                : NLS.bind(ofNew ? Messages.Chip_New : Messages.Chip_Base, sides.names(ofNew));
        String all = side.stream().map(one -> one instanceof RunSource.Folder folder ? folder.path().toString() : one.name())
                .collect(Collectors.joining("\n"));
        return Chip.of(text, text, NLS.bind(Messages.Chip_Tip, all.isEmpty() ? text : all), () -> asked.open(menu(ofNew)),
                side.isEmpty() ? null : () -> asked.compare(sides.with(ofNew, List.of())));
    }

    /** The menu of a side: each open experiment and each folder is in it or not, and folders can be added. */
    MenuManager menu(boolean ofNew) {
        List<RunSource> side = sides.of(ofNew);
        List<RunSource> all = new ArrayList<>(side);
        open().stream().filter(one -> !all.contains(one)).forEach(all::add);
        MenuManager menu = new MenuManager();
        for (RunSource one : all) {
            String text = one instanceof RunSource.Folder folder ? folder.path().toString()
                    : NLS.bind(Messages.Menu_Experiment, one.name());
            menu.add(Actions.toggle(text, "", null, side.contains(one), () -> asked.compare(sides.toggled(ofNew, one))));
        }
        menu.add(Actions.of(Messages.Menu_Folder, () -> asked.addFolder(ofNew)));
        menu.add(Actions.of(Messages.Menu_Sweep, asked::chooseSweep));
        return menu;
    }

    /** Asks for the side that is missing. */
    Hint missing() {
        boolean ofNew = sides.fresh().isEmpty();
        List<TitleStrip.Way> ways = new ArrayList<>();
        for (RunSource one : open()) {
            if (!sides.has(one)) {
                ways.add(
                        new TitleStrip.Way(NLS.bind(Messages.Menu_Experiment, one.name()), () -> asked.compare(sides.toggled(ofNew, one))));
            }
        }
        ways.add(new TitleStrip.Way(Messages.Empty_Folder, () -> asked.addFolder(ofNew)));
        ways.add(new TitleStrip.Way(Messages.Empty_Sweep, asked::chooseSweep));
        return new Hint(sides.isNothing() ? Messages.Empty_Nothing
                : NLS.bind(ofNew ? Messages.Empty_New : Messages.Empty_Base, sides.names(!ofNew)),
                ofNew ? Messages.Empty_NewText : Messages.Empty_BaseText, ways);
    }
}
