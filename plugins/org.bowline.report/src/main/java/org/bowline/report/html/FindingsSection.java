/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.html;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.TimeFormat;
import org.bowline.report.Vertex;
import org.bowline.report.graph.GraphPicture;

/** What is wrong, the worst first, with what to look at. */
final class FindingsSection {
    /** Findings at most: a page is for reading, and a program may have thousands of threads that do the same. */
    static final int MOST_FINDINGS = 200;

    private static final int MOST_OF_SUMMARY = 1_000;

    private FindingsSection() {}

    static void write(Html html, HtmlInput input, GraphPicture picture) {
        html.open("section", "id", "findings", "aria-labelledby", "h-findings").element("h2", "Findings", "id", "h-findings");
        List<Finding> findings = input.findings().findings();
        if (findings.isEmpty()) {
            html.element("p", input.findings().rules().isEmpty() ? "No rule looked."
                    : "None: no rule found anything that costs a noticeable share of the time.", "class", "lead");
        }
        for (int i = 0; i < Math.min(MOST_FINDINGS, findings.size()); i++) {
            finding(html, input, picture, findings.get(i), i + 1);
        }
        if (findings.size() > MOST_FINDINGS) {
            html.element("p", "… and " + Words.count(findings.size() - MOST_FINDINGS, "lighter one") + " in the report findings.", "class",
                    "note");
        }
        quiet(html, input.findings());
        html.close().line();
    }

    private static void finding(Html html, HtmlInput input, GraphPicture picture, Finding finding, int number) {
        String severity = finding.severity().label();
        String title = input.rules().stream().filter(rule -> rule.id().equals(finding.rule())).map(RuleInfo::title).findFirst()
                .orElse(finding.rule());
        html.open("article", "class", "finding " + severity, "id", "finding-" + number).open("h3")
                .element("span", severity, "class", "badge").text(" " + title).close()
                .element("p", Html.cut(finding.summary(), MOST_OF_SUMMARY), "class", "what");
        html.open("dl").element("dt", "Why it matters").element("dd", finding.why()).element("dt", "What to try")
                .element("dd", finding.advice()).close();
        if (finding.estimate()) {
            String kinds = finding.caveats().stream().map(Caveat::kind).distinct().collect(Collectors.joining(", "));
            html.element("p",
                    "The figures are estimates" + (kinds.isEmpty() ? ", as this rule infers them." : "; see the caveats " + kinds + "."),
                    "class", "note");
        }
        if (!finding.evidence().isEmpty()) {
            html.open("details").element("summary", Words.count(finding.evidence().size() + finding.evidenceLeftOut(), "place")
                    + " to look at").open("ul");
            for (Evidence evidence : finding.evidence()) {
                html.open("li");
                evidence(html, input, picture, evidence);
                html.close();
            }
            if (finding.evidenceLeftOut() > 0) {
                html.element("li", "… and " + finding.evidenceLeftOut() + " more");
            }
            html.close(2);
        }
        html.element("p", "Rule " + finding.rule(), "class", "rule").close().line();
    }

    private static void evidence(Html html, HtmlInput input, GraphPicture picture, Evidence evidence) {
        Timeline timeline = input.timeline();
        if (evidence instanceof Evidence.Range range) {
            html.element("code", "--from " + TimeFormat.timeOfDay(range.fromNanos()) + " --to " + TimeFormat.timeOfDay(range.toNanos()));
        } else if (evidence instanceof Evidence.Vertex vertex) {
            int node = picture.nodeOf(vertex.vertex());
            link(html, called(timeline, vertex.vertex()), "data-node", node);
            html.text(vertex.nanos() > 0 ? ": " + TimeFormat.duration(vertex.nanos()) : "");
        } else if (evidence instanceof Evidence.Edge edge) {
            int ofGraph = input.graph().edge(edge.source(), edge.target());
            link(html, called(timeline, edge.source()) + " waits for " + called(timeline, edge.target()),
                    "data-edge", ofGraph == Timeline.NONE ? GraphPicture.REST : picture.edgeOf(ofGraph));
            html.text(": " + TimeFormat.duration(edge.nanos()) + (edge.count() > 0 ? ", " + Words.count(edge.count(), "time") : ""));
        } else if (evidence instanceof Evidence.OfKnot knot) {
            html.element("a", "knot or sink " + knot.number(), "href", "#wait-for")
                    .text(", weight " + TimeFormat.duration(knot.nanos()));
        } else if (evidence instanceof Evidence.OfHost host) {
            html.text("host " + Html.name(timeline.hostName(host.host())));
        } else if (evidence instanceof Evidence.Stack stack) {
            html.element("pre", stack.frames());
        }
        html.text(evidence.note().isEmpty() ? "" : " (" + evidence.note() + ")");
    }

    private static String called(Timeline timeline, int vertex) {
        return Html.name(Vertex.of(timeline, vertex).phrase());
    }

    /** A link to a thing in the graph, if it is drawn there. */
    private static void link(Html html, String words, String attribute, int index) {
        if (index < 0) {
            html.text(words);
        } else {
            html.element("a", words, "href", "#wait-for", attribute, Integer.toString(index));
        }
    }

    private static void quiet(Html html, Findings findings) {
        List<Findings.Status> quiet = findings.rules().stream().filter(status -> status.state() != Findings.State.FIRED).toList();
        if (quiet.isEmpty()) {
            return;
        }
        html.open("details", "class", "quiet").element("summary", Words.count(quiet.size(), "rule") + " found nothing");
        Tables.open(html, "Rules that found nothing");
        html.open("thead").open("tr");
        for (String column : List.of("Rule", "Outcome", "Because")) {
            html.element("th", column, "scope", "col");
        }
        html.close(2).open("tbody");
        for (Findings.Status status : quiet) {
            html.open("tr").element("th", status.rule(), "scope", "row").element("td", status.state().label().toLowerCase(Locale.ROOT))
                    .element("td", status.reason(), "class", "wrap").close();
        }
        html.close();
        Tables.close(html);
        html.close().line();
    }
}
