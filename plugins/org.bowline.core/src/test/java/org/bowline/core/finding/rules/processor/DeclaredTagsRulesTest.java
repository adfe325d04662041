/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Needs;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Setting;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Sentences;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.runnable.PriorityLog;
import org.bowline.core.tag.TagChange;
import org.bowline.core.tag.TagLog;
import org.bowline.core.timeline.TimelineBuilder;

/** Every sentence of the rules on declared tags, each with a run in which it is said and one near it in which it is not. */
public class DeclaredTagsRulesTest {
    /** The settings whose edges are tested here. */
    public static final Set<String> SETTINGS = Set.of("tag-on-wrong-cpu.cpus", "tag-on-wrong-cpu.min-share", "tag-on-wrong-cpu.critical",
            "background-ahead.modules", "background-ahead.min-share", "background-ahead.min-wait", "background-ahead.critical");
    /** Whose words are in this table. */
    public static final Set<String> FILES = Set.of("TagOnWrongCpu", "BackgroundFirst", "DeclaredTags");
    private static final long MS = 1_000_000;
    private static final Rule WRONG = new TagOnWrongCpu();
    private static final Rule AHEAD = new BackgroundFirst();

    private final TimelineBuilder builder = new TimelineBuilder();
    private final TagLog.Builder log = new TagLog.Builder();
    private final StringBuilder said = new StringBuilder();

    private static RuleSettings with(Rule rule, String... values) {
        RuleSettings settings = RuleSettings.STANDARD;
        for (String value : values) {
            int equals = value.indexOf('=');
            for (Setting<?> setting : rule.info().settings()) {
                settings = setting.name().equals(value.substring(0, equals)) ? settings.withText(setting, value.substring(equals + 1))
                        : settings;
            }
        }
        return settings;
    }

    /** A loop, a tidier in maintenance for 100 ms on processor 0 and then for others on processor 1, and a reader; the last two wait for the tidier. */
    private Analysis server(int tidierPriority, long elsewhereMillis, boolean waits, boolean lost) {
        int host = builder.host("server");
        int loop = builder.thread(host, 1, 1, "loop");
        int tidy = builder.thread(host, 2, 1, "tidy");
        int reader = builder.thread(host, 3, 1, "reader");
        builder.segment(tidy, 0, 100 * MS, ThreadState.RUNNING, 0);
        builder.segment(tidy, 100 * MS, (100 + elsewhereMillis) * MS, ThreadState.RUNNING, 1);
        ThreadState state = waits ? ThreadState.RUNNABLE : ThreadState.UNKNOWN;
        builder.segment(loop, 0, 40 * MS, ThreadState.RUNNING, 2);
        builder.segment(loop, 40 * MS, 70 * MS, state, 0);
        builder.segment(loop, 70 * MS, 80 * MS, ThreadState.RUNNING, 0);
        builder.segment(reader, 0, 60 * MS, ThreadState.RUNNING, 3);
        builder.segment(reader, 60 * MS, 65 * MS, state, 0);
        builder.segment(reader, 65 * MS, 300 * MS, ThreadState.RUNNING, 0);
        int lane = log.lane(host, tidy, 2);
        log.add(lane, 0, TagChange.SWITCH, log.paths().of("maintenance/compact"), 0);
        log.add(log.lane(host, loop, 1), 0, TagChange.SWITCH, log.paths().of("net/parse"), 0);
        PriorityLog.Builder priorities = new PriorityLog.Builder(3);
        if (tidierPriority > 0) {
            priorities.add(tidy, 0, tidierPriority);
            priorities.add(loop, 0, 20);
            priorities.add(reader, 0, 20);
        }
        if (lost) {
            log.caveat(Caveat.of(Caveat.Severity.WARNING, "server", "tags-lost", 1, "Lost."));
        }
        var timeline = builder.build();
        return Analysis.of(timeline).tags(log.build(timeline)).known(TagQuestion.PRIORITIES, priorities.build()).build();
    }

    private static Analysis server(int tidierPriority, long elsewhereMillis, boolean waits) {
        return new DeclaredTagsRulesTest().server(tidierPriority, elsewhereMillis, waits, false);
    }

    private static String text(Rule rule, Analysis analysis, String... settings) {
        return Sentences.text(rule, analysis, with(rule, settings));
    }

    /** Words of the first text, and not of the second. */
    private void says(String words, String there, String notThere) {
        assertThat(there).contains(words);
        assertThat(notThere).doesNotContain(words);
        said.append(there).append('\n');
    }

    @Test
    void everySentenceIsSaidWhereItIsTrueAndNotBesideIt() throws IOException {
        Analysis plain = server(20, 10, true);
        String declared = "cpus=maintenance:0";
        String wrong = text(WRONG, plain, declared);
        String right = text(WRONG, server(20, 0, true), declared);
        says("On server, maintenance ran on other processors than processor 0 for 10.0 ms of 110 ms, 9.09 % of its running time: tidy (server:2)"
                + " on processor 1. The longest stretch takes 10.0 ms.", wrong, right);
        says("what is declared runs on its processors for all but 0.00 % of its time at most", right, wrong);
        says("it is not declared which modules belong on which processors", text(WRONG, plain), wrong);
        says(": most of it tidy (server:2) on processor 0, for 100 ms. The longest", text(WRONG, plain, "cpus=maintenance:5"), wrong);
        String rest = text(WRONG, plain, "cpus=maintenance:0-1,*:0");
        says("On server, what is not declared otherwise ran on other processors than processor 0 for 40.0 ms of 50.0 ms", rest,
                text(WRONG, plain, "cpus=maintenance:0-1,*:0,2"));
        says("Nothing ran in maintainance in the range that was looked at, so that there was nothing to check. The modules at the top are"
                + " maintenance and net.", text(WRONG, plain, "cpus=maintainance:0"), wrong);
        says("Nothing ran in maintenance on server2 in the range that was looked at, so that there was nothing to check. There is no such host. ",
                text(WRONG, plain, "cpus=maintenance@server2:0"), text(WRONG, plain, "cpus=maintenance@server:0"));
        says("Nothing ran in a module that is not declared otherwise", text(WRONG, plain, "cpus=net:0-3,maintenance:0-3,*:0"), rest);
        Analysis untagged = Analysis.of(plain.timeline()).build();
        says("The recording has no tags: annotate the program (docs/how-to/annotate-a-program.md), or name events of its own with --tags.",
                text(WRONG, untagged, declared), wrong);

        String background = "modules=maintenance";
        String ahead = text(AHEAD, plain, background);
        says("On server, maintenance ran for 30.0 ms while other threads waited for its processor, 27.3 % of the time for which it ran: 2 waits,"
                + " 35.0 ms of them in all. loop (server:1) waited longest: 30.0 ms in 1 wait. The longest wait is that of loop (server:1) for"
                + " processor 0: 30.0 ms, 30.0 ms of it while tidy (server:2) ran in maintenance. For most of that time both had the same priority"
                + " (in the longest wait 20 for who waited, 20 for the background; smaller comes first).", ahead,
                text(AHEAD, server(20, 10, false), background));
        says("It is reader (server:3) that waited.", text(AHEAD, plain, "modules=maintenance,net"), ahead);
        says("For most of that time who waited had the higher priority", text(AHEAD, server(39, 10, true), background), ahead);
        says("For most of that time the background had the higher priority", text(AHEAD, server(10, 10, true), background), ahead);
        says("The recording does not tell the priorities.", text(AHEAD, server(0, 10, true), background), ahead);
        says("while background work ran, no thread waited for its processor", text(AHEAD, server(20, 10, false), background), ahead);
        says("background work ran for 30.0 ms at most while other threads waited for its processor",
                text(AHEAD, plain, background, "min-share=20%", "min-wait=31ms"), text(AHEAD, plain, background, "min-share=20%"));
        says("it is not declared which modules are background", text(AHEAD, plain), ahead);
        says("Nothing ran in maint in the range", text(AHEAD, plain, "modules=maint"), ahead);
        assertThat(Sentences.unsaid(said, FILES.toArray(String[]::new))).isEmpty();
    }

    @Test
    void findingsNameWhatStaysTheSameRestOnLossesAndLeadToTags() {
        Analysis analysis = new DeclaredTagsRulesTest().server(20, 10, true, true);
        Finding wrong = Stage.see(WRONG, analysis, with(WRONG, "cpus=maintenance:2")).findings().get(0);
        assertThat(wrong.subject()).isEqualTo("server:maintenance");
        assertThat(wrong.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(wrong.caveats()).extracting(Caveat::kind).containsExactly("tags-lost");
        assertThat(WRONG.next(analysis, wrong).command()).isEqualTo("tags");
        Finding ahead = Stage.see(AHEAD, analysis, with(AHEAD, "modules=maintenance")).findings().get(0);
        assertThat(ahead.subject()).isEqualTo("server:maintenance");
        assertThat(ahead.estimate()).isTrue();
        assertThat(AHEAD.next(analysis, ahead).options()).contains("server:1");
    }

    private static List<Finding> findings(Rule rule, Analysis analysis, String... settings) {
        return Stage.see(rule, analysis, with(rule, settings)).findings();
    }

    @Test
    void theRulesFireUpToTheirThresholdsAndNotBeyond() {
        Analysis half = server(20, 100, true);
        String cpus = "cpus=maintenance:0";
        assertThat(findings(WRONG, half, cpus, "min-share=50%")).hasSize(1);
        assertThat(findings(WRONG, half, cpus, "min-share=50.01%")).isEmpty();
        assertThat(findings(WRONG, half, cpus, "critical=50%").get(0).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(findings(WRONG, half, cpus, "critical=50.01%").get(0).severity()).isEqualTo(Severity.WARNING);
        String modules = "modules=maintenance";
        assertThat(findings(AHEAD, half, modules, "min-share=10%", "min-wait=31ms")).hasSize(1);
        assertThat(findings(AHEAD, half, modules, "min-share=10.01%", "min-wait=31ms")).isEmpty();
        assertThat(findings(AHEAD, half, modules, "min-share=11%", "min-wait=30ms")).hasSize(1);
        assertThat(findings(AHEAD, half, modules, "min-share=11%", "min-wait=30000001ns")).isEmpty();
        assertThat(findings(AHEAD, half, modules, "critical=10%").get(0).severity()).isEqualTo(Severity.CRITICAL);
        assertThat(findings(AHEAD, half, modules, "critical=10.01%").get(0).severity()).isEqualTo(Severity.WARNING);
    }

    @Test
    void onlyWhoDeclaresSomethingPaysForReadingMore() {
        assertThat(WRONG.needs(Needs.What.TAGS, with(WRONG, "cpus=a:1"))).isTrue();
        assertThat(WRONG.needs(Needs.What.PRIORITIES, with(WRONG, "cpus=a:1"))).isFalse();
        assertThat(AHEAD.needs(Needs.What.PRIORITIES, with(AHEAD, "modules=a"))).isTrue();
        assertThat(AHEAD.needs(Needs.What.PRIORITIES, RuleSettings.STANDARD)).isFalse();
    }
}
