/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.page;

import java.util.List;
import java.util.Locale;

import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Findings;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleInfo;
import org.bowline.core.finding.RuleSet;
import org.bowline.core.finding.WindowLink;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.waitfor.WaitForGraph;
import org.bowline.report.graph.GraphPicture;
import org.bowline.report.graph.Markup;
import org.bowline.report.rows.FindingRows;
import org.bowline.report.rows.Vertex;
import org.bowline.report.text.TimeFormat;

/** What is wrong, the worst first, with what to look at. */
public final class FindingsSection {
    /** Findings at most: a page is for reading, and a program may have thousands of threads that do the same. */
    static final int MOST_FINDINGS = 200;

    private static final int MOST_OF_SUMMARY = 1_000;

    private FindingsSection() {}

    /** The section; a page without findings has it, too. */
    public static List<Section> of(PageParts parts) {
        return List.of(new Section("findings", "Findings", 10, of(parts, Findings.of(parts.analysis()))));
    }

    private static Markup of(PageParts parts, Findings found) {
        List<Finding> findings = found.findings();
        Markup articles = new Markup();
        for (int i = 0; i < Math.min(MOST_FINDINGS, findings.size()); i++) {
            articles.add("%s", finding(parts, findings.get(i), i + 1));
        }
        return Markup.of("""
                <section id="findings" aria-labelledby="h-findings"><h2 id="h-findings">Findings</h2>
                %s
                %s
                %s
                %s
                </section>
                """, Markup.when(findings.isEmpty(), "<p class=\"lead\">%s</p>", found.rules().isEmpty() ? "No rule looked."
                : "None: no rule found what it looks for, at its threshold. What each one saw is below."),
                articles,
                Markup.when(findings.size() > MOST_FINDINGS, "<p class=\"note\">… and %s in the report findings.</p>",
                        Words.count(findings.size() - MOST_FINDINGS, "lighter one")),
                quiet(found));
    }

    private static Markup finding(PageParts parts, Finding finding, int number) {
        String severity = finding.severity().label();
        String title = parts.analysis().question().get(RuleSet.PARAMETER).infos().stream().filter(rule -> rule.id().equals(finding.rule()))
                .map(RuleInfo::title).findFirst()
                .orElse(finding.rule());
        return Markup.of("""
                <article class="finding %s" id="finding-%s"><h3><span class="badge">%s</span> %s</h3>
                <p class="what">%s</p>
                <details class="about"><summary>Why it matters, what to try, what to look at next</summary>
                <dl><dt>Why it matters</dt><dd>%s</dd>
                <dt>What to try</dt><dd>%s</dd>
                <dt>What to look at next</dt><dd><code>%s</code></dd>%s</dl>
                %s
                %s
                <p class="rule">Rule %s</p></details></article>
                """, severity, number, severity, title, Markup.cut(finding.summary(), MOST_OF_SUMMARY), finding.why(), finding.advice(),
                NextStep.after(parts.analysis(), finding),
                WindowLink.command(parts.analysis(), finding)
                        .map(command -> Markup.of("<dt>In the window</dt><dd><code>%s</code></dd>", command)).orElseGet(Markup::new),
                Markup.when(finding.estimate(), "<p class=\"note\">%s</p>", FindingRows.estimate(finding)),
                Markup.when(!finding.evidence().isEmpty(), """
                        <details><summary>%s to look at</summary>
                        <ul>%s%s</ul></details>""", Words.count(finding.evidence().size() + finding.evidenceLeftOut(), "place"),
                        Markup.each(finding.evidence(), evidence -> Markup.of("<li>%s%s</li>", evidence(parts, evidence),
                                evidence.note().isEmpty() ? "" : " (" + evidence.note() + ")")),
                        Markup.when(finding.evidenceLeftOut() > 0, "<li>… and %s more</li>", finding.evidenceLeftOut())),
                finding.rule());
    }

    private static Markup evidence(PageParts parts, Evidence evidence) {
        Timeline timeline = parts.analysis().timeline();
        WaitForGraph graph = parts.shown().graph();
        if (evidence instanceof Evidence.Range range) {
            return Markup.of("<code>--from %s --to %s</code>", TimeFormat.timeOfDay(range.fromNanos()),
                    TimeFormat.timeOfDay(range.toNanos()));
        } else if (evidence instanceof Evidence.Vertex vertex) {
            int drawn = parts.picture().nodeOf(graph.groups().vertex(vertex.vertex()));
            return Markup.of("%s%s", link(called(timeline, vertex.vertex()), drawn, Markup.of("data-node=\"%s\"", drawn)),
                    vertex.nanos() > 0 ? ": " + TimeFormat.duration(vertex.nanos()) : "");
        } else if (evidence instanceof Evidence.Edge edge) {
            int ofGraph = graph.edge(graph.groups().vertex(edge.source()),
                    graph.groups().vertex(edge.target()));
            int drawn = ofGraph == Timeline.NONE ? GraphPicture.REST : parts.picture().edgeOf(ofGraph);
            String words = called(timeline, edge.source()) + " waits for " + called(timeline, edge.target());
            return Markup.of("%s: %s%s", link(words, drawn, Markup.of("data-edge=\"%s\"", drawn)),
                    TimeFormat.duration(edge.nanos()), edge.count() > 0 ? ", " + Words.times(edge.count()) : "");
        } else if (evidence instanceof Evidence.OfKnot knot) {
            return Markup.of("<a href=\"#wait-for\">knot or sink %s</a>", knot.number());
        } else if (evidence instanceof Evidence.OfHost host) {
            return Markup.of("host %s", Names.shortened(timeline.hostName(host.host())));
        } else {
            return evidence instanceof Evidence.Stack stack
                    ? Markup.of("%s in<pre>%s</pre>", TimeFormat.duration(stack.nanos()), stack.frames()) : new Markup();
        }
    }

    private static String called(Timeline timeline, int vertex) {
        return Names.shortened(Vertex.of(timeline, vertex).phrase());
    }

    /** A link to a thing in the graph, if it is drawn there. */
    private static Markup link(String words, int index, Markup attribute) {
        return index < 0 ? Markup.of("%s", words) : Markup.of("<a href=\"#wait-for\" %s>%s</a>", attribute, words);
    }

    private static Markup quiet(Findings findings) {
        List<Findings.Status> quiet = findings.rules().stream().filter(status -> status.state() != Findings.State.FIRED).toList();
        return Markup.when(!quiet.isEmpty(), """
                <details class="quiet"><summary>%s found nothing</summary>
                %s
                </details>
                """, Words.count(quiet.size(), "rule"), Table.of("Rules that found nothing", List.of(
                Table.head("Rule", Findings.Status::rule),
                Table.text("Outcome", status -> status.state().label().toLowerCase(Locale.ROOT)),
                Table.text("Because", "wrap", Findings.Status::reason)), quiet));
    }
}
