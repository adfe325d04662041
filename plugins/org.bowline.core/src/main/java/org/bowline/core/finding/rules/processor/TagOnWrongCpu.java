/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.bowline.core.figures.Duration.duration;
import static org.bowline.core.figures.Percent.percent;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Needs;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.waits.Whose;
import org.bowline.core.tag.TagBinding;
import org.bowline.core.tag.TagsElsewhere;

/** Modules that ran on processors on which they do not belong, as the user declares it. */
public final class TagOnWrongCpu implements Rule {
    private static final Setting<String> CPUS = Setting.text("cpus", TagBinding::parse, "modules and the processors on which they belong: "
            + TagBinding.FORM + "; tag-on-wrong-cpu=maintenance:0 is short for it");
    private static final Setting<Double> MIN_SHARE = Setting.share("min-share", 0.01,
            "share of a module's running time on other processors");
    private static final Setting<Double> CRITICAL = Setting.share("critical", 0.5, "from this share on it is critical");
    private static final RuleInfo INFO = new RuleInfo("tag-on-wrong-cpu", "Tag on the wrong processor",
            "cpus, and tags of programs (profile requests, docs/concepts/tags.md) with scheduling events",
            "A module that is declared by cpus, with all within it that is not declared otherwise, has min-share of its running time on other processors of a host. A declared module in which"
                    + " nothing ran in the range is told, too.",
            "Processors are set aside so that some work does not disturb other work: what runs beside its place takes caches and time from those who were to have the processor.",
            "Bind the threads that run the module (taskset, sched_setaffinity, cpuset), and see who hands its work to other threads: a continuation runs on whatever processor the thread has that goes"
                    + " on with it. Bind before the module is entered.",
            List.of(CPUS, MIN_SHARE, CRITICAL));

    @Override
    public RuleInfo info() {
        return INFO;
    }

    @Override
    public boolean needs(Needs.What what, RuleSettings settings) {
        return what == Needs.What.TAGS && !settings.get(CPUS).isEmpty();
    }

    @Override
    public RuleOutcome evaluate(Analysis analysis, RuleSettings settings) {
        if (settings.get(CPUS).isEmpty()) {
            return RuleOutcome.notApplicable("it is not declared which modules belong on which processors");
        }
        List<TagBinding> bindings = TagBinding.parse(settings.get(CPUS));
        TagsElsewhere elsewhere = TagsElsewhere.of(analysis.timeline(), analysis.tags(), bindings, analysis.fromNanos(), analysis.toNanos(),
                thread -> true, analysis.progress());
        List<Finding> findings = new ArrayList<>();
        boolean[] ran = new boolean[bindings.size()];
        for (TagsElsewhere.Row row : elsewhere.rows()) {
            ran[row.binding()] = true;
            double share = (double) row.elsewhereNanos() / row.nanos();
            if (row.elsewhereNanos() > 0 && share >= settings.get(MIN_SHARE)) {
                findings.add(finding(analysis, bindings.get(row.binding()), row, Severity.ofShare(share, settings.get(CRITICAL)), share));
            }
        }
        for (int i = 0; i < ran.length; i++) {
            if (!ran[i]) {
                findings.add(DeclaredTags.missing(INFO, analysis, bindings.get(i).path(), bindings.get(i).host()));
            }
        }
        return RuleOutcome.of(findings, "what is declared runs on its processors for all but "
                + percent(elsewhere.rows().stream().mapToDouble(row -> (double) row.elsewhereNanos() / row.nanos()).max().orElse(0))
                + " of its time at most");
    }

    @Override
    public NextStep.Step next(Analysis analysis, Finding finding) {
        return NextStep.tags(analysis);
    }

    private static Finding finding(Analysis analysis, TagBinding binding, TagsElsewhere.Row row, Severity severity, double share) {
        String host = analysis.timeline().hostName(row.host());
        TagsElsewhere.Place most = row.places().get(0);
        String module = binding.isRest() ? "what is not declared otherwise" : Whose.named(binding.path());
        Finding.Builder finding = Finding.of(INFO, severity, share).subject(host + ':' + (binding.isRest() ? "*" : binding.path()))
                .summary("On " + Whose.named(host) + ", " + module + " ran on other processors than " + binding.cpuText() + " for "
                        + duration(row.elsewhereNanos()) + " of " + duration(row.nanos()) + ", " + percent(share) + " of its running time: "
                        + (row.places().size() == 1 ? "" : "most of it ") + analysis.phrase(most.thread()) + " on processor " + most.cpu()
                        + (row.places().size() == 1 ? "" : ", for " + duration(most.nanos())) + ". The longest stretch takes "
                        + duration(row.longestToNanos() - row.longestFromNanos()) + '.')
                .evidence(new Evidence.Range(row.longestFromNanos(), row.longestToNanos(), "the longest stretch on another processor"));
        row.places().forEach(place -> finding.evidence(new Evidence.Vertex(place.thread(), place.nanos(),
                "ran in " + module + " on processor " + place.cpu())));
        return finding.restsOn(DeclaredTags.doubts(analysis, row.host())).build();
    }
}
