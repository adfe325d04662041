/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.CodeQuestion;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.FunctionQuestion;
import org.bowline.core.analysis.Locks;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.Result;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.analysis.Workers;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleSet;
import org.bowline.report.page.FindingsSection;
import org.bowline.report.page.PageParts;
import org.bowline.report.page.Section;
import org.bowline.report.rows.FindingRows;
import org.bowline.report.table.Reports;
import org.bowline.report.text.TextPage;

/** What is wrong, in order of weight. */
public final class FindingsDescriptor implements Descriptor {
    private static final Parameter<Boolean> ALL_RULES = Parameter.flag("all", "Tell also of the rules that found nothing, and why.");
    private static final Parameter<Boolean> EVIDENCE = Parameter.flag("evidence",
            "With --format: print what the findings point at, in the columns of finding-evidence.csv.");

    private static final AnalysisInfo INFO = new AnalysisInfo("findings", "Findings",
            "Looks for what makes the recorded system slow, or the recording unfit: prints each finding with why it matters, what to try and what to"
                    + " look at.",
            List.of("Where call stacks (profile waits-stacks) or functions (profile functions) were recorded, findings about waits tell in which code most of their time was."),
            "Each rule says what it needs (docs/reference/findings.md); profile waits-network has all of it.",
            List.of("bowline findings tests/traces/lock-contention",
                    "bowline findings tests/traces/wperf-example --all --rule disk-bound-sync-writes.min-share=30%",
                    "bowline findings tests/traces/three-tier --fail-on critical",
                    "bowline findings tests/traces/lost-events --format csv > findings.csv"),
            Set.of(Asks.TOP, Asks.RANGE, Asks.PART, Asks.INTERVALS, Asks.ORIGINS, Asks.THRESHOLD),
            List.of(RuleSet.PARAMETER, ALL_RULES, EVIDENCE, FunctionQuestion.SYMBOLS, Locks.BLAME, TagQuestion.EVENTS, Devices.NIC_CAPACITY,
                    Devices.NETWORK,
                    Devices.DISK_SHARE, Devices.DISK_CAPACITY, Workers.WORKER, Workers.BACKGROUND),
            "concepts/findings.md", 10);

    private static final ReportTable<?> FINDINGS = new ReportTable<>(Reports.FINDINGS, analysis -> FindingRows.of(Findings.of(analysis)));
    private static final ReportTable<?> OF_FINDINGS = new ReportTable<>(Reports.EVIDENCE,
            analysis -> FindingRows.evidence(analysis.timeline(), Findings.of(analysis)));

    @Override
    public AnalysisInfo info() {
        return INFO;
    }

    @Override
    public List<ReportTable<?>> tables() {
        return List.of(FINDINGS, OF_FINDINGS);
    }

    @Override
    public ReportTable<?> shown(Analysis analysis) {
        return analysis.question().get(EVIDENCE) ? OF_FINDINGS : FINDINGS;
    }

    @Override
    public List<Result<?>> results(Analysis analysis) {
        List<Result<?>> results = new ArrayList<>(List.of(Analysis.GRAPH));
        if (analysis.intervalsWanted()) {
            results.add(Analysis.INTERVALS);
        }
        if (Workers.isSaid(analysis.question())) {
            results.add(Workers.RESULT);
        }
        results.addAll(CodeQuestion.results(analysis));
        return results;
    }

    @Override
    public void check(Question question, Output output) {
        if (question.get(EVIDENCE) && output == Output.TEXT) {
            throw new IllegalArgumentException("--evidence chooses what --format prints: --format csv or json is needed");
        }
    }

    @Override
    public void text(TextPage page, Analysis analysis, int most) throws IOException {
        FindingText.whole(page, analysis, analysis.question().get(RuleSet.PARAMETER).infos(), most);
        if (analysis.question().get(ALL_RULES)) {
            FindingText.rules(page, Findings.of(analysis));
        }
    }

    @Override
    public void brief(TextPage page, Analysis analysis, int most, boolean files) throws IOException {
        FindingText.lines(page, analysis, files ? "in the findings file" : "(bowline findings, or -o DIR)");
    }

    @Override
    public List<Section> sections(PageParts parts) {
        return FindingsSection.of(parts);
    }
}
