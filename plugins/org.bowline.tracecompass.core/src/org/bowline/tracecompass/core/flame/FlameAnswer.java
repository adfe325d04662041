/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.flame;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

import org.eclipse.osgi.util.NLS;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.OffCpuQuestion;
import org.bowline.core.analysis.OnCpuQuestion;
import org.bowline.core.analysis.StackQuestion;
import org.bowline.core.figures.Percent;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.PlainText;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.Words;
import org.bowline.report.graph.FlameTree;
import org.bowline.report.rows.OffCpuRow;
import org.bowline.report.rows.OnCpuRow;
import org.bowline.report.rows.TagRow;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.tags.TagsAnswer;
import org.bowline.tracecompass.core.tags.TagsAnswer.Node;

/**
 * Where the time of a range goes, as a flame graph: blocked time by the code that waits, the same with running time by the code that runs, or running time by module. The sums are those of {@code bowline off-cpu} and {@code bowline tags}.
 *
 * @param what which time
 * @param tree the frames, a host outermost; their kinds are those of {@link Kind#of}
 * @param codeKnown false of blocked time of which no code was recorded: then the frames are threads and causes alone
 * @param runningKnown false where running time was asked for, and nothing was recorded of it: then blocked time is all that is shown
 * @param caveats what is not known, the most severe first
 */
public record FlameAnswer(What what, FlameTree tree, boolean codeKnown, boolean runningKnown, List<Caveat> caveats) {
    private static final int MOST_LEVELS = 500;
    private static final int MOST_OF_NAME = 200;

    /** Which time. */
    public enum What {
        /** The time that threads are blocked, by the code that waits and what it waits for. */
        BLOCKED,
        /** The time that threads run, by the modules that programs tell. */
        RUNNING,
        /** The time that threads are blocked, and the time that they run, by code, where call stacks were sampled. */
        BOTH
    }

    /** What a frame is; a wait, or that the code runs, is told as the state that it is. */
    public enum Kind {
        /** A host or a thread. */
        PLACE,
        /** A function or a system call. */
        CODE,
        /** A function of the thread that ended the wait. */
        OTHER,
        /** A module. */
        MODULE;

        /** The number that a frame of this kind has in the tree. */
        public int number() {
            return ordinal();
        }

        /** The number of a state. */
        static int number(StateStyle wait) {
            return values().length + wait.ordinal();
        }

        /** The kind of a number; {@link #CODE} for a state. */
        public static Kind of(int number) {
            return number < values().length ? values()[number] : CODE;
        }

        /** Whether a number is that of a state: a wait, or that the code runs. */
        public static boolean isWait(int number) {
            return number >= values().length;
        }

        /** What the state is. */
        public static StateStyle wait(int number) {
            return StateStyle.of(number - values().length);
        }
    }

    /** Copies the list. */
    public FlameAnswer {
        caveats = List.copyOf(caveats);
    }

    /**
     * Blocked time by code. Long: not for the UI thread.
     *
     * @param analysis of the range, with what was recorded of the code
     * @param caveats of the code
     * @throws org.bowline.core.progress.CancelledException if the analysis's progress says so
     */
    public static FlameAnswer blocked(Analysis analysis, List<Caveat> caveats) {
        return blocked(analysis, caveats, MOST_LEVELS);
    }

    /**
     * Blocked time and running time by code: the code is known where call stacks were sampled. Long: not for the UI thread.
     *
     * @param analysis of the range, with what was recorded of the code
     * @param caveats of the code
     * @throws org.bowline.core.progress.CancelledException if the analysis's progress says so
     */
    public static FlameAnswer both(Analysis analysis, List<Caveat> caveats) {
        return byCode(What.BOTH, analysis, caveats, MOST_LEVELS);
    }

    static FlameAnswer blocked(Analysis analysis, List<Caveat> caveats, int mostLevels) {
        return byCode(What.BLOCKED, analysis, caveats, mostLevels);
    }

    private static FlameAnswer byCode(What what, Analysis analysis, List<Caveat> caveats, int mostLevels) {
        FlameTree.Builder builder = new FlameTree.Builder(mostLevels);
        for (OffCpuRow row : OffCpuRow.of(analysis)) {
            add(builder, row.frames(), row.waitFrame(), StateStyle.of(ThreadState.BLOCKED, row.stack().cause()), row.total().nanos(),
                    mostLevels);
        }
        List<Caveat> all = new ArrayList<>(analysis.caveats());
        all.addAll(caveats);
        if (what == What.BOTH) {
            for (OnCpuRow row : OnCpuRow.of(analysis)) {
                List<String> frames = row.frames();
                add(builder, frames, frames.size() - 1, StateStyle.of(ThreadState.RUNNING, Cause.NONE), row.total().nanos(), mostLevels);
            }
            all.addAll(analysis.caveats(List.of(OnCpuQuestion.RUNNING)));
            if (!OnCpuQuestion.isKnown(analysis)) {
                all.add(Caveat.of(Caveat.Severity.INFO, "", "samples-not-recorded", 0, Messages.caveat_samples));
            }
        }
        boolean recorded = !analysis.get(StackQuestion.STACKS).isEmpty() || !analysis.get(OffCpuQuestion.SYSTEM_CALLS).isEmpty()
                || analysis.calls() != null;
        FlameTree tree = builder.build();
        boolean codeKnown = recorded || !caveats.isEmpty(); // who could not read it told that
        if (!codeKnown) {
            all.add(Caveat.of(Caveat.Severity.INFO, "", "code-not-recorded", 0, Messages.caveat_code));
        }
        addCut(tree, "stack has", "stacks have", mostLevels, "off-cpu", all);
        return new FlameAnswer(what, tree, codeKnown, what != What.BOTH || OnCpuQuestion.isKnown(analysis), sorted(all));
    }

    private static void addCut(FlameTree tree, String one, String several, int mostLevels, String command, List<Caveat> caveats) {
        if (tree.cutStacks() > 0) {
            caveats.add(Caveat.of(Caveat.Severity.WARNING, "", "frames-cut", tree.cutStacks(),
                    NLS.bind(Messages.caveat_cut, new Object[] {Words.count(tree.cutStacks(), one, several), mostLevels, command})));
        }
    }

    private static void add(FlameTree.Builder builder, List<String> frames, int stateFrame, StateStyle state, long nanos, int mostLevels) {
        FlameTree.Frame at = builder.root();
        for (int i = 0; i < frames.size(); i++) {
            at = builder.within(at, frames.get(i), i == stateFrame ? Kind.number(state)
                    : (i < 2 ? Kind.PLACE : i < stateFrame ? Kind.CODE : Kind.OTHER).number());
        }
        builder.add(at, nanos, 0);
        if (frames.size() > mostLevels) {
            builder.cut();
        }
    }

    /** Running time by module. */
    public static FlameAnswer running(TagsAnswer tags) {
        return running(tags, MOST_LEVELS);
    }

    static FlameAnswer running(TagsAnswer tags, int mostLevels) {
        FlameTree.Builder builder = new FlameTree.Builder(mostLevels);
        Deque<Node> nodes = new ArrayDeque<>();
        Deque<FlameTree.Frame> within = new ArrayDeque<>();
        for (Node host : tags.hosts()) {
            nodes.push(host);
            within.push(builder.within(builder.root(), host.name(), Kind.PLACE.number()));
            while (!nodes.isEmpty()) {
                FlameTree.Frame frame = within.pop();
                for (Node child : nodes.pop().children()) {
                    FlameTree.Frame made = builder.within(frame, child.name(), Kind.MODULE.number());
                    TagRow row = child.row();
                    long own = row == null ? 0 : row.times().ownNanosThatCount();
                    builder.add(made, own, 0);
                    if (made == frame && own > 0) { // as deep as frames are told apart
                        builder.cut();
                    }
                    nodes.push(child);
                    within.push(made);
                }
            }
        }
        FlameTree tree = builder.build();
        List<Caveat> all = new ArrayList<>(tags.caveats());
        addCut(tree, "module has", "modules have", mostLevels, "tags", all);
        return new FlameAnswer(What.RUNNING, tree, true, true, sorted(all));
    }

    private static List<Caveat> sorted(List<Caveat> caveats) {
        return caveats.stream().distinct().sorted(Comparator.comparing(Caveat::severity).reversed()).toList();
    }

    /** Whether there is no time. */
    public boolean isEmpty() {
        return tree.nanos(FlameTree.ROOT) == 0;
    }

    /** A name as it can be shown: no control characters, not too long. */
    public String shown(int frame) {
        return PlainText.visible(PlainText.shorten(tree.name(frame), MOST_OF_NAME));
    }

    /** The part of all time that a frame has, as text. */
    public String share(int frame) {
        return Percent.percent((double) tree.nanos(frame) / tree.nanos(FlameTree.ROOT), 1);
    }

    /** The part of the frame around it, as text. */
    public String shareOfParent(int frame) {
        return Percent.percent((double) tree.nanos(frame) / tree.nanos(tree.parent(frame)), 1);
    }

    /** Time of frames whose name has a text in it, whatever the case of letters, and its part of all, as text. */
    public String matching(String text) {
        long sum = tree.matching(name -> isMatch(name, text));
        return TimeFormat.duration(sum) + ", " + Percent.percent((double) sum / tree.nanos(FlameTree.ROOT), 1);
    }

    /** Whether a name has a text in it. */
    public static boolean isMatch(String name, String text) {
        return name.toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
    }

    /** A frame and what it is within, outermost first, as a line of collapsed stacks. */
    public String collapsed(int frame) {
        return String.join(";", tree.path(frame).stream().map(name -> PlainText.visible(name).replace(';', ',')).toList()) + ' '
                + tree.nanos(frame);
    }
}
