/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Evidence;
import org.bowline.core.finding.RuleOutcome;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.SentenceTable;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.model.Cause;
import org.bowline.core.timeline.Timeline;

public class QuestionsInSeriesTest extends SentenceTable {
    /** Whose words are in the table of this class. */
    public static final Set<String> FILES = Set.of("QuestionsInSeries");
    private static final QuestionsInSeries RULE = new QuestionsInSeries();
    private static final long WAY = 100;
    private static final String TOO_FEW = "no threads of a name are seen to answer enough requests over connections, one at a time, for which they ask others over connections";
    private static final String NOT_ENOUGH = "no request is seen to wait for enough questions, one after the other, to others that have time for more";

    /** How the answers to a request of a gateway come about. */
    public enum Way {
        /** One service after the other is asked. */
        IN_SERIES,
        /** The same, and they sleep before they answer. */
        ASLEEP,
        /** All are asked before the first answer is awaited. */
        AT_ONCE,
        /** One after the other, and those that are asked are busy all the time with what others ask. */
        BUSY,
        /** One after the other, and something else wakes the gateway while it waits for each. */
        WOKEN
    }

    /** A gateway that answers requests of a client of another host, and asks services on a third one meanwhile. */
    private static final class Gateway {
        private final Stage stage;
        private final int connections;
        private final int client;
        private final int gate;
        private final int[] services;
        private long now = 10_000;

        Gateway(int services) {
            this(stage(), List.of("auth", "stock", "price").subList(0, services), 0);
        }

        Gateway(Stage stage, List<String> services, int connections) {
            this.stage = stage;
            this.connections = connections;
            client = stage.thread(0, 1, "client");
            gate = stage.thread(1, 2, "gate");
            this.services = new int[services.size()];
            for (int i = 0; i < services.size(); i++) {
                this.services[i] = stage.thread(2, 3 + i, services.get(i));
            }
        }

        private static Stage stage() {
            Stage stage = new Stage();
            List.of("A", "B", "C").forEach(stage::host);
            return stage;
        }

        /** The client asks, and the gateway starts to work. */
        void request() {
            stage.runs(client, now);
            int asked = stage.packet(connections, client, Timeline.Opener.SENDER, now, now + WAY);
            now += WAY + 10;
            stage.waits(gate, Cause.NETWORK, client, asked, now);
        }

        /** The gateway works for a while and answers. */
        void answer(long work) {
            now += work;
            stage.runs(gate, now);
            int answer = stage.packet(connections, gate, Timeline.Opener.RECEIVER, now, now + WAY);
            stage.waits(client, Cause.NETWORK, gate, answer, now + WAY + 10);
            now += 1_000;
        }

        /** Asks a service, which needs so long. */
        void asks(int service, long needs, Way way) {
            now += 20;
            stage.runs(gate, now);
            int question = stage.packet(connections + 1 + service, gate, Timeline.Opener.SENDER, now, now + WAY);
            if (way == Way.BUSY) {
                stage.runs(services[service], now + WAY + needs);
            } else {
                stage.waits(services[service], Cause.NETWORK, gate, question, now + WAY + 10);
                if (way == Way.ASLEEP) {
                    stage.runs(services[service], now + WAY + 100).waits(services[service], Cause.TIMER, Timeline.NONE, Timeline.NONE,
                            now + WAY + needs - 100);
                }
                stage.runs(services[service], now + WAY + needs);
            }
            int answer = stage.packet(connections + 1 + service, services[service], Timeline.Opener.RECEIVER, now + WAY + needs,
                    now + 2 * WAY + needs);
            if (way == Way.WOKEN) {
                stage.waits(gate, client, now + WAY).runs(gate, now + WAY + 10);
            }
            now += 2 * WAY + needs + 10;
            stage.waits(gate, Cause.NETWORK, services[service], answer, now);
        }

        /** Asks all services, and waits for each answer. */
        void asksAll(long... needs) {
            int[] answers = new int[needs.length];
            long longest = 0;
            for (int i = 0; i < needs.length; i++) {
                now += 20;
                stage.runs(gate, now);
                int question = stage.packet(connections + 1 + i, gate, Timeline.Opener.SENDER, now, now + WAY);
                stage.waits(services[i], Cause.NETWORK, gate, question, now + WAY + 10).runs(services[i], now + WAY + needs[i]);
                answers[i] = stage.packet(connections + 1 + i, services[i], Timeline.Opener.RECEIVER, now + WAY + needs[i],
                        now + 2 * WAY + needs[i]);
                longest = Math.max(longest, now + 2 * WAY + needs[i] + 10);
            }
            now = longest;
            stage.waits(gate, Cause.NETWORK, services[needs.length - 1], answers[needs.length - 1], now);
        }
    }

    /** So many requests, for each of which a gateway asks services that need so many microseconds. */
    public static Stage asked(int requests, Way way, long... needs) {
        return asked(new Gateway(needs.length), requests, way, needs);
    }

    /** The same of two threads of a gateway. */
    private static Stage askedByTwo(int requests, Way way, long... needs) {
        Stage stage = asked(new Gateway(needs.length), requests, way, needs);
        return asked(new Gateway(stage, List.of("auth", "stock"), 10), requests, way, needs);
    }

    private static Stage asked(Gateway gateway, int requests, Way way, long... needs) {
        for (int i = 0; i < requests; i++) {
            gateway.request();
            if (way == Way.AT_ONCE) {
                gateway.asksAll(needs);
            } else {
                for (int service = 0; service < needs.length; service++) {
                    gateway.asks(service, needs[service], way);
                }
            }
            gateway.answer(500);
        }
        return gateway.stage;
    }

    /** So many requests, for each of which a gateway asks one service so many times. */
    public static Stage again(int requests, int times, long needs) {
        Gateway gateway = new Gateway(1);
        for (int i = 0; i < requests; i++) {
            gateway.request();
            for (int k = 0; k < times; k++) {
                gateway.asks(0, needs, Way.IN_SERIES);
            }
            gateway.answer(500);
        }
        return gateway.stage;
    }

    @Override
    protected Set<String> files() {
        return FILES;
    }

    @Override
    protected List<Row> rows() {
        Analysis three = of(asked(20, Way.IN_SERIES, 4_000, 2_000, 6_000));
        Analysis atOnce = of(asked(20, Way.AT_ONCE, 4_000, 2_000, 6_000));
        Analysis busy = of(asked(20, Way.BUSY, 4_000, 2_000, 6_000));
        Analysis ten = of(again(20, 10, 500));
        Analysis nine = of(again(20, 9, 500));
        Analysis two = of(askedByTwo(20, Way.ASLEEP, 10_000, 3_000));
        Stage noPacket = new Stage();
        noPacket.runs(noPacket.thread(noPacket.host("h"), 1, "a"), 10);
        String saves = " If none of them needs to be told what another one answers, asking all at once makes a request up to ";
        return List.of(
                new Row(RULE,
                        "To answer a request, gate (B:102) asks one after the other: it waits 4.20 ms for auth (C:103), 2.20 ms for stock (C:104) and 6.20 ms for price (C:105),"
                                + " of the 13.2 ms that an answer takes (medians of 20 requests)." + saves
                                + "6.40 ms or 48.5 % shorter (an estimate).",
                        three, busy),
                new Row(RULE,
                        "To answer a request, each of gate ×2 (B) asks one after the other: it waits 10.2 ms for auth ×2 (C) and 3.20 ms for stock ×2 (C), of the 14.0 ms that an answer takes (medians of 40 requests)."
                                + saves,
                        two, three),
                new Row(RULE,
                        "To answer a request, gate (B:102) asks auth (C:103) 10 times, one after the other: it waits 7.00 ms for that,"
                                + " of the 7.81 ms that an answer takes (medians of 20 requests).",
                        ten, nine),
                new Row(RULE, NOT_ENOUGH, nine, ten), new Row(RULE, TOO_FEW, atOnce, three),
                new Row(RULE, "there is no packet of which the traces have both the sending and the arrival", of(noPacket), three));
    }

    @Test
    void servicesThatAreAskedOneAfterTheOtherAreTold() {
        RuleOutcome outcome = asked(20, Way.IN_SERIES, 4_000, 2_000, 6_000).see(RULE);
        assertThat(outcome.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "To answer a request, gate (B:102) asks one after the other: it waits 4.20 ms for auth (C:103), 2.20 ms for stock (C:104) and 6.20 ms for price (C:105),"
                            + " of the 13.2 ms that an answer takes (medians of 20 requests). If none of them needs to be told what another one answers, asking all at once makes a request up to 6.40 ms or 48.5 % shorter (an estimate).");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.estimate()).isTrue();
            assertThat(finding.subject()).isEqualTo("B:gate");
            assertThat(finding.evidence().get(0)).as("the longest")
                    .isEqualTo(new Evidence.Edge(1, 4, 6_200_000, 1, "questions to answer a request, at the median"));
        });
    }

    @Test
    void whatIsSavedIsAllButTheLongest() {
        assertThat(asked(20, Way.IN_SERIES, 10_000, 3_000).see(RULE).findings()).singleElement()
                .satisfies(finding -> assertThat(finding.summary()).contains(
                        "it waits 10.2 ms for auth (C:103) and 3.20 ms for stock (C:104)",
                        "up to 3.20 ms or 22.9 % shorter"));
        assertThat(asked(20, Way.IN_SERIES, 10_000, 2_000).see(RULE).reason()).isEqualTo(NOT_ENOUGH);
    }

    @Test
    void whatIsSavedIsOfThoseThatAreNamed() {
        Gateway gateway = new Gateway(Gateway.stage(), List.of("auth", "stock", "price", "tax"), 0);
        for (int i = 0; i < 20; i++) {
            gateway.request();
            gateway.asks(0, 8_000, Way.ASLEEP);
            gateway.asks(1, 6_000, Way.ASLEEP);
            if (i % 5 < 4) {
                gateway.asks(2 + i % 2, 9_000, Way.ASLEEP); // each of them in two fifths of the requests
            }
            gateway.answer(500);
        }
        assertThat(gateway.stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("it waits 8.20 ms for auth (C:103) and 6.20 ms for stock (C:104), of", "makes a request up to 6.20 ms or ")
                .doesNotContain("price", "tax"));
    }

    @Test
    void whoIsOfNoTeamIsOneOfItsOwn() {
        Gateway gateway = new Gateway(Gateway.stage(), List.of("service/2", "service/3"), 0);
        for (int i = 0; i < 20; i++) {
            gateway.request();
            gateway.asks(0, 5_000, Way.ASLEEP);
            gateway.asks(1, 3_000, Way.ASLEEP);
            gateway.answer(500);
        }
        assertThat(gateway.stage.see(RULE).findings()).singleElement().satisfies(finding -> assertThat(finding.summary())
                .contains("it waits 5.20 ms for service/2 (C:103) and 3.20 ms for service/3 (C:104), of"));
    }

    @Test
    void servicesThatAreAskedAtOnceAreNotTold() {
        assertThat(asked(20, Way.AT_ONCE, 4_000, 2_000, 6_000).see(RULE).reason()).isEqualTo(TOO_FEW);
    }

    @Test
    void whoHasNoTimeAnswersNoEarlier() {
        assertThat(asked(20, Way.BUSY, 4_000, 2_000, 6_000).see(RULE).reason()).isEqualTo(NOT_ENOUGH);
    }

    @Test
    void whoSharesItsProcessorsWithOthersThatAreAskedAnswersNoEarlier() {
        assertThat(askedByTwo(20, Way.IN_SERIES, 10_000, 3_000).see(RULE).reason()).isEqualTo(NOT_ENOUGH);
        assertThat(askedByTwo(20, Way.ASLEEP, 10_000, 3_000).see(RULE).findings()).hasSize(1);
    }

    @Test
    void whoDoesOtherThingsBetweenQuestionAndAnswerIsNotJudged() {
        assertThat(asked(20, Way.WOKEN, 4_000, 2_000, 6_000).see(RULE).reason()).isEqualTo(TOO_FEW);
    }

    @Test
    void aServiceThatIsAskedAgainAndAgainIsTold() {
        assertThat(again(20, 10, 500).see(RULE).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.summary()).isEqualTo(
                    "To answer a request, gate (B:102) asks auth (C:103) 10 times, one after the other: it waits 7.00 ms for that,"
                            + " of the 7.81 ms that an answer takes (medians of 20 requests).");
            assertThat(finding.subject()).isEqualTo("B:gate: C:auth");
            assertThat(finding.estimate()).isFalse();
        });
        assertThat(again(20, 9, 500).see(RULE).reason()).isEqualTo(NOT_ENOUGH);
    }

    @Test
    void fewRequestsSayNothing() {
        assertThat(asked(19, Way.IN_SERIES, 4_000, 2_000, 6_000).see(RULE).reason()).isEqualTo(TOO_FEW);
    }

    @Test
    void whoAnswersNobodyIsNotJudged() {
        Gateway gateway = new Gateway(2);
        for (int i = 0; i < 40; i++) {
            gateway.asks(0, 4_000, Way.IN_SERIES);
            gateway.asks(1, 4_000, Way.IN_SERIES);
        }
        assertThat(gateway.stage.see(RULE).reason()).isEqualTo(TOO_FEW);
    }

    @Test
    void withoutPacketsNothingIsKnown() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        assertThat(stage.see(RULE).reason()).isEqualTo("there is no packet of which the traces have both the sending and the arrival");
    }
}
