/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.count;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Needs;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.tag.BackgroundAhead;

/** Work that the user declares to be background ran while other threads waited for its processor. */
public final class BackgroundFirst implements Rule {
    private static final Setting<String> MODULES = Setting.text("modules", BackgroundAhead::parse,
            "modules that are background, with all within them: PATH, as maintenance or engine/compaction; several with commas between them; background-ahead=maintenance is short for it");
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.01,
            "share of the range in which a module runs while others wait for its processor");
    private static final Setting<Long> MIN_WAIT = Setting.duration("min-wait", 1_000_000,
            "time in one wait for which the module runs; enough without min-share");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.2, "from this share of the range on it is critical");
    private static final RuleInfo INFO = new RuleInfo("background-ahead", "Background work ahead of other work",
            "modules, and tags of programs (profile requests, docs/concepts/tags.md) with scheduling events; for priorities, those of sched_switch",
            "A module of modules, which are declared to be background, ran on a host while threads that were in none waited for the same processor: for min-share of the range, or for min-wait of one wait. A declared"
                    + " module in which nothing ran in the range is told, too.",
            "Work that can wait makes work wait that cannot: how long is decided by the scheduler's time slices and not by the program.",
            "Tell the scheduler that it is background (nice 19, SCHED_IDLE with chrt -i, or cpu.weight of a group), give it a processor of its own and bind the others elsewhere, or let it yield after short"
                    + " pieces. sched_switch tells priorities only: neither SCHED_IDLE nor the weights of groups show in them.",
            List.of(MODULES, MIN_SHARE, MIN_WAIT, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public boolean needs(Needs.What what, RuleSettings settings) {
        return !settings.get(MODULES).isEmpty();
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (settings.get(MODULES).isEmpty()) {
            return RuleOutcome.notApplicable("it is not declared which modules are background");
        }
        List<String> modules = BackgroundAhead.parse(settings.get(MODULES));
        BackgroundAhead ahead = BackgroundAhead.of(analysis.timeline(), analysis.tags(), analysis.get(TagQuestion.PRIORITIES), modules,
                analysis.fromNanos(), analysis.toNanos(), analysis::isChosen, analysis.progress());
        List<Finding> findings = new ArrayList<>();
        boolean[] ran = new boolean[modules.size()];
        long most = 0;
        for (BackgroundAhead.Row row : ahead.rows()) {
            ran[row.path()] = true;
            most = Math.max(most, row.aheadNanos());
            BackgroundAhead.Wait longest = row.longest();
            double share = (double) row.aheadNanos() / analysis.rangeNanos();
            if (longest != null && (share >= settings.get(MIN_SHARE) || longest.behindNanos() >= settings.get(MIN_WAIT))) {
                findings.add(finding(analysis, modules.get(row.path()), row, longest,
                        Severity.ofShare(share, settings.get(CRITICAL)), share));
            }
        }
        for (int i = 0; i < ran.length; i++) {
            if (!ran[i]) {
                findings.add(DeclaredTags.missing(INFO, analysis, modules.get(i), ""));
            }
        }
        return RuleOutcome.of(findings,
                most == 0 ? "while background work ran, " + Whose.none(analysis, "thread", "waited for its processor")
                        : "background work ran for " + duration(most) + " at most while other threads waited for its processor");
    }

    private static Finding finding(Analysis analysis, String module, BackgroundAhead.Row row, BackgroundAhead.Wait longest,
            Severity severity, double share) {
        String host = analysis.timeline().hostName(row.host());
        BackgroundAhead.Waiter most = row.waiters().get(0);
        String name = Whose.named(module);
        Finding.Builder finding = Finding.of(INFO, severity, Math.min(1, share)).subject(host + ':' + module)
                .summary("On " + Whose.named(host) + ", " + name + " ran for " + duration(row.aheadNanos())
                        + " while other threads waited for its processor, " + percent((double) row.aheadNanos() / row.nanos())
                        + " of the time for which it ran: " + count(row.waits(), "wait") + ", " + duration(row.waitNanos())
                        + " of them in all. "
                        + (row.waiters().size() == 1 ? "It is " + analysis.phrase(most.thread()) + " that waited."
                                : analysis.phrase(most.thread()) + " waited longest: " + duration(most.nanos()) + " in "
                                        + count(most.waits(), "wait") + '.')
                        + " The longest wait is that of " + analysis.phrase(longest.thread()) + " for processor " + longest.cpu() + ": "
                        + duration(longest.toNanos() - longest.fromNanos()) + ", "
                        + duration(longest.behindNanos()) + " of it while " + analysis.phrase(longest.background()) + " ran in " + name
                        + '.'
                        + order(row.order(), longest));
        row.waiters().forEach(waiter -> finding.evidence(new Evidence.Vertex(waiter.thread(), waiter.nanos(),
                "waited for a processor on which " + name + " ran, in " + count(waiter.waits(), "wait"))));
        return finding.evidence(new Evidence.Range(longest.fromNanos(), longest.toNanos(), "the longest wait"))
                .restsOn(DeclaredTags.doubts(analysis, row.host())).estimate().build();
    }

    private static String order(BackgroundAhead.Order order, BackgroundAhead.Wait longest) {
        String numbers = " (in the longest wait " + longest.priority() + " for who waited, " + longest.backgroundPriority()
                + " for the background; smaller comes first).";
        return switch (order) {
            case SAME -> " For most of that time both had the same priority" + numbers;
            case WAITER_FIRST -> " For most of that time who waited had the higher priority" + numbers;
            case BACKGROUND_FIRST -> " For most of that time the background had the higher priority" + numbers;
            case UNKNOWN -> " The recording does not tell the priorities.";
        };
    }
}
