/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.compare;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.action.Action;
import org.eclipse.jface.action.IAction;
import org.eclipse.jface.action.MenuManager;
import org.eclipse.osgi.util.NLS;
import org.jspecify.annotations.Nullable;

import org.bowline.core.figures.Percent;
import org.bowline.report.rows.SweepInput;
import org.bowline.report.rows.SweepRow;
import org.bowline.tracecompass.ui.frame.Chip;

/** What is asked of a sweep, as chips, and the menus that these open. */
public final class SweepChips {
    private final ShownSweep sweep;
    private final @Nullable SweepInput known;
    private final Asked asked;

    /** Who answers, all in the UI thread. */
    interface Asked {
        /** Asks something else of a sweep; null for none any more. */
        void ask(@Nullable ShownSweep other);

        /** Looks at another load, of which everything is known. */
        void look(ShownSweep other);

        /** Has a person choose a sweep. */
        void chooseSweep();

        /** Opens a menu. */
        void open(MenuManager menu);
    }

    /** @param known what came out; null as long as nothing has */
    SweepChips(ShownSweep sweep, @Nullable SweepInput known, Asked asked) {
        this.sweep = sweep;
        this.known = known;
        this.asked = asked;
    }

    List<Chip> chips() {
        List<Chip> chips = new ArrayList<>();
        chips.add(chip(NLS.bind(Messages.Chip_Sweep, sweep.name()), NLS.bind(Messages.Chip_SweepTip, sweep.runs()), asked::chooseSweep,
                () -> asked.ask(null)));
        SweepInput input = known;
        if (input != null) {
            chips.add(
                    chip(NLS.bind(Messages.Chip_SweepBase, input.base()), Messages.Chip_SweepBaseTip, () -> asked.open(baseMenu()), null));
            if (input.loads().size() > 1) {
                chips.add(chip(NLS.bind(Messages.Chip_Load, sweep.load(input)), Messages.Chip_LoadTip, () -> asked.open(loadMenu()), null));
            }
            chips.add(chip(NLS.bind(Messages.Chip_Fallen, Percent.percent(input.fallen(), 0)), Messages.Chip_FallenTip,
                    () -> asked.open(fallenMenu()), null));
        }
        return chips;
    }

    private static Chip chip(String text, String tip, Runnable open, @Nullable Runnable takeBack) {
        return Chip.of(text, text, tip, open, takeBack);
    }

    /** The menu of the build that the others are compared with. */
    public MenuManager baseMenu() {
        MenuManager menu = new MenuManager();
        SweepInput input = known;
        if (input != null) {
            input.rows().stream().map(SweepRow::build).distinct()
                    .forEach(build -> menu.add(radio(build, build.equals(input.base()), () -> asked.ask(sweep.against(build)))));
        }
        return menu;
    }

    /** The menu of the loads. */
    public MenuManager loadMenu() {
        MenuManager menu = new MenuManager();
        SweepInput input = known;
        if (input != null) {
            String seen = sweep.load(input);
            input.loads().forEach(load -> menu.add(radio(load, load.equals(seen), () -> asked.look(sweep.under(load)))));
        }
        return menu;
    }

    /** The menu of how far below its peak a build has fallen. */
    public MenuManager fallenMenu() {
        MenuManager menu = new MenuManager();
        ShownSweep.FALLEN.forEach(share -> menu
                .add(radio(Percent.percent(share, 0), share == sweep.question().fallen(), () -> asked.ask(sweep.fallenBelow(share)))));
        return menu;
    }

    private static Action radio(String text, boolean checked, Runnable chosen) {
        Action action = new Action(text.replace("&", "&&"), IAction.AS_RADIO_BUTTON) {
            @Override
            public void run() {
                if (isChecked()) {
                    chosen.run();
                }
            }
        };
        action.setChecked(checked);
        return action;
    }
}
