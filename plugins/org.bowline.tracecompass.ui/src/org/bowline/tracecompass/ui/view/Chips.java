/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

import java.util.ArrayList;
import java.util.List;

import org.eclipse.jface.action.MenuManager;
import org.eclipse.jface.action.Separator;
import org.eclipse.jface.dialogs.InputDialog;
import org.eclipse.jface.window.Window;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Menu;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.ChosenRange;
import org.bowline.core.analysis.Merging;
import org.bowline.core.figures.Percent;
import org.bowline.core.figures.Threshold;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.Words;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.core.waitfor.SetAside;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.analysis.GivenOptions;
import org.bowline.tracecompass.core.waitfor.Inquiry;
import org.bowline.tracecompass.core.waitfor.RangeChoice;
import org.bowline.tracecompass.core.waitfor.WaitForAnswers;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;
import org.bowline.tracecompass.ui.frame.Actions;
import org.bowline.tracecompass.ui.frame.Chip;
import org.bowline.tracecompass.ui.frame.ChipRow;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.frame.Inquiries;
import org.bowline.tracecompass.ui.frame.Messages;
import org.bowline.tracecompass.ui.frame.Span;
import org.bowline.tracecompass.ui.frame.TitleStrip;
import org.bowline.tracecompass.ui.frame.ViewFrame;

/** What is asked of an experiment, as chips above a view: the way back and forward, the range and its lock, whose waits count, the threshold, which threads are one, what else the analyses are told, who is set aside. */
public final class Chips {
    /** Where it was chosen matters to nobody: all views follow. */
    private static final Object ABOVE = new Object();
    private static final int MOST_NAMES = 12;
    private static final int MOST_OF_OPTION = 40;

    private final ViewFrame frame;
    private final ITmfTrace trace;
    private final AnalysisResult result;
    private final Inquiry now;

    private Chips(ViewFrame frame, ITmfTrace trace, AnalysisResult result) {
        this.frame = frame;
        this.trace = trace;
        this.result = result;
        this.now = Inquiries.now(trace);
    }

    /**
     * Shows them above a view.
     *
     * @param shown the range that the view shows
     * @param pinned whether it keeps that
     * @param follow makes it show the range of all views, if that is another one; null if choosing that range again does
     */
    public static void show(ViewFrame frame, @Nullable ITmfTrace trace, @Nullable AnalysisResult result, RangeChoice shown, boolean pinned,
            @Nullable Runnable follow) {
        Inquiries inquiries = Inquiries.of(trace);
        if (inquiries == null || trace == null || result == null) {
            frame.chips(List.of());
            return;
        }
        Chips of = new Chips(frame, trace, result);
        List<Chip> chips = new ArrayList<>();
        chips.add(Chip.of(Chip.Sign.BACK, Messages.Chip_Back, inquiries.canGo(true) ? () -> Walk.go(trace, true) : null));
        chips.add(Chip.of(Chip.Sign.FORWARD, Messages.Chip_Forward, inquiries.canGo(false) ? () -> Walk.go(trace, false) : null));
        boolean locked = inquiries.isLocked();
        chips.add(Chip.of(locked ? Chip.Sign.CLOSED_LOCK : Chip.Sign.OPEN_LOCK, locked ? Messages.Chip_Unlock : Messages.Chip_Lock,
                () -> Choice.tell(ABOVE, trace, new Choice.OfLock(!locked))));
        chips.add(shown.equals(Ranges.of(trace)) ? of.range(shown) : pinned ? of.pinned(shown) : of.onlyHere(shown, follow));
        chips.add(of.origins());
        of.addThreshold(chips);
        of.addMerge(chips);
        of.addOptions(chips);
        of.addAside(chips, shown);
        frame.chips(chips);
    }

    // the range

    private Chip range(RangeChoice range) {
        List<TitleStrip.Way> ways = Ranges.ways(range, trace, this::choose);
        Span span = Ranges.span(range, trace, result);
        TmfTimestampFormat time = TmfTimestampFormat.getDefaulTimeFormat();
        String tip = NLS.bind(Messages.Chip_RangeTip, new Object[] {Ranges.sentence(range, trace, result), time.format(span.fromNanos()),
            time.format(span.toNanos())});
        return Chip.of(name(range, false), name(range, true), tip, () -> openRanges(range), ways.isEmpty() ? null : ways.get(0).action());
    }

    private Chip pinned(RangeChoice range) {
        String tip = NLS.bind(Messages.Chip_PinnedTip, name(range, false));
        return Chip.of(NLS.bind(Messages.Chip_Pinned, name(range, false)), NLS.bind(Messages.Chip_Pinned, name(range, true)), tip, null,
                null);
    }

    private Chip onlyHere(RangeChoice range, @Nullable Runnable way) {
        Runnable follow = way != null ? way : () -> choose(Ranges.of(trace));
        String tip = NLS.bind(Messages.Chip_OnlyHereTip, name(range, false), name(Ranges.of(trace), false));
        return Chip.of(NLS.bind(Messages.Chip_OnlyHere, name(range, false)), NLS.bind(Messages.Chip_OnlyHere, name(range, true)), tip,
                follow, follow);
    }

    private String name(RangeChoice range, boolean brief) {
        Span span = Ranges.span(range, trace, result);
        ChosenRange work = Ranges.work(trace);
        String times = times(span.fromNanos(), span.toNanos());
        return switch (range.kind()) {
            case WORK -> work == null || work.kind() == ChosenRange.Kind.ALL ? Messages.Chip_Whole
                    : brief ? Messages.Chip_WorkBrief : NLS.bind(Messages.Chip_Work, times);
            case WHOLE -> Messages.Chip_Whole;
            case SELECTED -> {
                String name = NamedRanges.name(trace, range);
                yield !name.isEmpty() ? brief ? name : times + ' ' + name
                        : brief ? Messages.Chip_SelectedBrief : NLS.bind(Messages.Chip_Selected, times);
            }
        };
    }

    private void choose(RangeChoice range) {
        Ranges.choose(ABOVE, trace, result, range);
    }

    /** Begin and end of a range, as exact as its length needs, the end without what it shares with the begin. */
    static String times(long fromNanos, long toNanos) {
        TmfTimestampFormat format = TmfTimestampFormat.getDefaulTimeFormat();
        int digits = 0;
        for (long unit = 1_000_000_000L; digits < 9 && toNanos - fromNanos < 100 * unit; unit /= 10) {
            digits++;
        }
        String from = cut(format.format(fromNanos), digits);
        String to = cut(format.format(toNanos), digits);
        int shared = 0;
        for (int i = 0; i < Math.min(from.length(), to.length()) && from.charAt(i) == to.charAt(i); i++) {
            shared = from.charAt(i) == ':' ? i + 1 : shared;
        }
        return from + '\u2013' + to.substring(shared);
    }

    private static String cut(String time, int digits) {
        int point = time.lastIndexOf('.');
        if (point < 0) {
            return time;
        }
        String decimals = time.substring(point + 1).replace(" ", "");
        return digits == 0 ? time.substring(0, point)
                : time.substring(0, point + 1) + decimals.substring(0, Math.min(digits, decimals.length()));
    }

    private void openRanges(RangeChoice range) {
        ChipRow row = frame.chipRow();
        if (row == null) {
            return;
        }
        MenuManager manager = new MenuManager();
        Ranges.ways(range, trace, this::choose).forEach(way -> manager.add(Actions.of(way.name(), way.action())));
        List<NamedRanges.Named> named = NamedRanges.of(trace);
        manager.add(new Separator());
        named.forEach(one -> manager.add(Actions.of(label(one), () -> choose(one.range()))));
        manager.add(new Separator());
        manager.add(Actions.of(Messages.Range_Name, () -> ask(range)));
        if (!named.isEmpty()) {
            MenuManager forget = new MenuManager(Messages.Range_Forget);
            named.forEach(one -> forget.add(Actions.of(label(one), () -> {
                NamedRanges.remove(trace, one);
                Choice.tell(ABOVE, trace, new Choice.OfLock(Ranges.isLocked(trace)));
            })));
            manager.add(forget);
        }
        Menu menu = manager.createContextMenu(row);
        menu.setLocation(row.toDisplay(0, row.getSize().y));
        menu.setVisible(true);
    }

    private static String label(NamedRanges.Named one) {
        return one.name().replace("&", "&&") + "  " + times(one.fromNanos(), one.toNanos());
    }

    private void ask(RangeChoice range) {
        ChipRow row = frame.chipRow();
        if (row == null) {
            return;
        }
        InputDialog dialog = new InputDialog(row.getShell(), Messages.Range_NameTitle, Messages.Range_NameAsk, "",
                text -> text.isBlank() ? Messages.Range_NameEmpty : null);
        if (dialog.open() == Window.OK) {
            name(trace, result, range, dialog.getValue().trim());
        }
    }

    /** Keeps a range under a name, and chooses it. In the UI thread. */
    public static void name(ITmfTrace trace, AnalysisResult result, RangeChoice range, String name) {
        Span span = Ranges.span(range, trace, result);
        NamedRanges.Named named = new NamedRanges.Named(name, span.fromNanos(), span.toNanos());
        if (NamedRanges.add(trace, named)) {
            Ranges.choose(ABOVE, trace, result, named.range());
        }
    }

    // whose waits

    private Chip origins() {
        WaitOrigins origins = now.origins();
        Runnable open = () -> {
            ChipRow row = frame.chipRow();
            if (row != null) {
                OriginsDialog.choose(row.getShell(), trace, result);
            }
        };
        if (origins.isAll()) {
            return Chip.of(Messages.Chip_AllProcesses, Messages.Chip_AllProcesses, Messages.Chip_AllTip, open, null);
        }
        List<String> names = origins.names(result.timeline());
        int hosts = origins.hosts().size();
        int processes = origins.processes().size();
        String text = names.size() == 1 ? hosts == 1 ? names.get(0) : NLS.bind(Messages.Chip_Process, names.get(0))
                : processes == 0 ? NLS.bind(Messages.Chip_Hosts, hosts)
                        : hosts == 0 ? NLS.bind(Messages.Chip_Processes, processes)
                                : Words.count(hosts, "host", "hosts") + ", " + Words.count(processes, "process", "processes");
        String listed = String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                + (names.size() > MOST_NAMES ? ", \u2026" : "");
        return Chip.of(text, text, NLS.bind(Messages.Chip_ProcessesTip, listed), open,
                () -> Choice.tell(ABOVE, trace, new Choice.OfOrigins(WaitOrigins.ALL)));
    }

    // the threshold, which threads are one, and who is set aside

    private void addThreshold(List<Chip> chips) {
        Threshold threshold = Choice.threshold(trace);
        if (threshold != null) {
            String value = threshold.ofRange() ? Percent.percentBrief(threshold.value().doubleValue())
                    : TimeFormat.duration(threshold.value().longValue());
            chips.add(Chip.of(NLS.bind(Messages.Chip_Threshold, value), value, Messages.Chip_ThresholdTip, null,
                    now.threshold() == null ? null : () -> Choice.tell(ABOVE, trace, new Choice.OfThreshold(null))));
        }
    }

    private void addMerge(List<Chip> chips) {
        Runnable usual = () -> Choice.tell(ABOVE, trace, new Choice.OfMerge(Merging.Level.USUAL));
        switch (now.merge()) {
            case USUAL -> {
                // as it opens: the graph tells whether threads are merged
            }
            case NONE -> chips.add(Chip.of(Messages.Chip_MergeNone, Messages.Chip_MergeNone, Messages.Chip_MergeNoneTip, null, usual));
            case SHORT -> chips.add(Chip.of(Messages.Chip_MergeShort, Messages.Chip_MergeBrief, Messages.Chip_MergeShortTip, null, usual));
            case SIMILAR ->
                    chips.add(Chip.of(Messages.Chip_MergeSimilar, Messages.Chip_MergeBrief, Messages.Chip_MergeSimilarTip, null, usual));
        }
    }

    private void addOptions(List<Chip> chips) {
        GivenOptions options = now.options();
        if (!options.isEmpty()) {
            String tip = NLS.bind(Messages.Chip_OptionsTip, String.join("\n", options.texts()));
            chips.add(Chip.of(PlainText.shorten(OptionWords.name(options), MOST_OF_OPTION), Messages.Chip_OptionsBrief, tip, () -> {
                ChipRow row = frame.chipRow();
                if (row != null) {
                    OptionsDialog.choose(row.getShell(), trace);
                }
            }, () -> Choice.tell(ABOVE, trace, new Choice.OfOptions(GivenOptions.NONE))));
        }
    }

    private void addAside(List<Chip> chips, RangeChoice shown) {
        if (now.everybody()) {
            chips.add(Chip.of(Messages.Chip_Everybody, Messages.Chip_EverybodyBrief, Messages.Chip_EverybodyTip, null,
                    () -> Choice.tell(ABOVE, trace, new Choice.OfEverybody(false))));
            return;
        }
        Span span = Ranges.span(shown, trace, result);
        SetAside left = WaitForAnswers.of(trace, result).peekAside(Math.max(span.fromNanos(), result.timeline().startNanos()),
                Math.min(span.toNanos(), result.timeline().endNanos()));
        if (left == null || left.threads() > 0) {
            String text = left == null ? Messages.Chip_SomeAside
                    : NLS.bind(Messages.Chip_Aside, Words.count(left.threads(), "thread", "threads"));
            String tip = left == null ? Messages.Chip_SomeAside : NLS.bind(Messages.Chip_AsideTip, left.phrase());
            chips.add(Chip.of(text, Messages.Chip_AsideBrief, tip, null,
                    () -> Choice.tell(ABOVE, trace, new Choice.OfEverybody(true))));
        }
    }
}
