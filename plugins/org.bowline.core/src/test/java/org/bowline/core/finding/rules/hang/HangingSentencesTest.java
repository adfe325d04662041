/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.hang;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.rules.SentenceTable;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.hang.HangingRequestsTest.Server;

/** Every sentence of the rules on what does not go on, with a run in which it must appear and one near it in which it must not. */
public class HangingSentencesTest extends SentenceTable {
    /** Whose words are in this table. */
    public static final Set<String> FILES = Set.of("HangingRequests", "HangingServers", "SinceRequest", "OverdueRequests", "Deadlock");

    @Override
    protected Set<String> files() {
        return FILES;
    }

    @Override
    protected List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.addAll(hanging());
        rows.addAll(overdue());
        rows.addAll(deadlocks());
        return rows;
    }

    private static Analysis served(int servers, Server does) {
        return OverdueRequestsTest.served(servers, servers, does).build();
    }

    private static List<Row> overdue() {
        Rule rule = new OverdueRequests();
        Analysis one = served(1, Server.WAITS);
        Analysis four = served(4, Server.WAITS);
        Analysis goesOn = OverdueRequestsTest.goingOn(1).build();
        Analysis client = OverdueRequestsTest.told(1, 1, Server.WAITS, OverdueRequestsTest.Teller.CLIENT, i -> "get", List.of()).build();
        Stage silent = new Stage();
        silent.runs(silent.thread(silent.host("h"), 11, "a"), 10);
        return List.of(
                new Row(rule,
                        "1 request does not end, 1 of 21 (get). It lasted for 899 ms or more; 95 % of the 20 that ended took at most 3.00 ms. No request has ended in the last 901 ms."
                                + " srv-0 (B:104) began it and waits until the end: nobody wakes it.",
                        one, four),
                new Row(rule,
                        "4 requests do not end, 4 of 84 (get). They lasted for 899 ms or more; 95 % of the 80 that ended took at most 3.00 ms. No request has ended in the last 901 ms."
                                + " srv* ×4 (B) began them and wait until the end: nobody wakes them.",
                        four, one),
                new Row(rule, "2 requests do not end, 2 of 42. They",
                        OverdueRequestsTest.labelled(2, i -> "").build(), four),
                new Row(rule, "4 requests do not end, 1 of 21 (l0), 1 of 21 (l1), 1 of 21 (l2) and those of 1 more label.",
                        OverdueRequestsTest.labelled(4, i -> "l" + i).build(), four),
                new Row(rule, "srv-1 (B:106) began one of them and waits until the end: nobody wakes it.",
                        served(2, Server.MIXED), one),
                new Row(rule, "It lasted for 300 ms or more; none of that label ended.", OverdueRequestsTest.never("get"), one),
                new Row(rule, "They lasted for 299 ms to 300 ms or more; none of these labels ended. srv (h:101) began them",
                        OverdueRequestsTest.never("get", "head"), one),
                new Row(rule, "srv* ×4 (B) began them and wait", four, one),
                new Row(rule, "srv-0 (B:104) began 2 of them and is on a processor", OverdueRequestsTest.two().build(), four),
                new Row(rule, "No request has ended in the last 603 ms before the programs exit.", OverdueRequestsTest.exits(20), one),
                new Row(rule,
                        "; none of that label ended. srv (h:101) began it and is on a processor for 100 % of the time since. Too few of them ended to say that they should: what lasts as long as its program does is no request that hangs.",
                        OverdueRequestsTest.never("get"), OverdueRequestsTest.few(3)),
                new Row(rule, "worker0 (h:102) began it and waits until it exits, 400 ms later.", OverdueRequestsTest.killed(1), one),
                new Row(rule, "worker* ×3 (h) began them and wait until they exit, up to 400 ms later.", OverdueRequestsTest.killed(3),
                        four),
                new Row(rule, "; the only one that ended took 3.00 ms.", OverdueRequestsTest.few(1), one),
                new Row(rule, "; the 3 that ended took at most 3.00 ms.", OverdueRequestsTest.few(3), OverdueRequestsTest.few(2)),
                new Row(rule, "what does not end is looked for at the end of the recording, and the range ends before",
                        OverdueRequestsTest.served(1, 1, Server.WAITS).question(Question.ALL.within(Long.MIN_VALUE, 900_000_000)).build(),
                        one),
                new Row(rule, "It lasted for 300 ms or more; none ended.", OverdueRequestsTest.never(""), one),
                new Row(rule, "srv-0 (B:104) began it and goes on: it has ended 100 other requests since.", goesOn, one),
                new Row(rule, "srv* ×4 (B) began them and go on: they have ended 400 other requests since.",
                        OverdueRequestsTest.goingOn(4).build(), goesOn),
                new Row(rule, "srv-0 (B:104) began it and exits 1.60 ms later without ending it.", OverdueRequestsTest.exitsAlone(1), one),
                new Row(rule, "srv* ×4 (B) began them and exit up to 1.60 ms later without ending them.", OverdueRequestsTest.exitsAlone(4),
                        four),
                new Row(rule, "srv-0 (B:104) began it and asks somebody else, who does not answer.", served(1, Server.ASKS), one),
                new Row(rule, "ask-0 (A:103) began it and asks somebody else, who does not answer.", client, one),
                new Row(rule, "srv* ×4 (B) began them and ask others, who do not answer.", served(4, Server.ASKS), four),
                new Row(rule, "srv-0 (B:104) began it and sends something that does not arrive: the kernel sends it again 2 times.",
                        served(1, Server.ANSWERS), one),
                new Row(rule, "srv* ×4 (B) began them and send something that does not arrive: the kernel sends it again 8 times.",
                        served(4, Server.ANSWERS), four),
                new Row(rule, "srv-0 (B:104) began it and is on a processor for 100 % of the time since.", served(1, Server.COMPUTES), one),
                new Row(rule, "srv-0 (B:104) began it and waits for 89.", served(1, Server.GOES_ON), one),
                new Row(rule, "nobody wakes them. What other findings tell is of the time before.",
                        OverdueRequestsTest.served(4, 4, Server.WAITS).question(Question.WORK).build(), four),
                new Row(rule, "no request lasts to the end much longer than others, and for so much of the time",
                        OverdueRequestsTest.served(1, 0, Server.WAITS).build(), one),
                new Row(rule, "no event begins a request, or it is not said which one does", of(silent), one));
    }

    private static List<Row> deadlocks() {
        Rule rule = new Deadlock();
        Analysis two = of(DeadlockTest.asks(1, 0));
        Analysis one = of(DeadlockTest.asks(0, -1));
        Analysis chain = of(DeadlockTest.asks(1, 2, -1));
        Stage silent = new Stage();
        silent.runs(silent.thread(silent.host("h"), 11, "a"), 10);
        return List.of(
                new Row(rule,
                        "wa (h:101) and wb (h:102) are deadlocked: for 899 ms, 89.9 % of the recording, until it ends, each of them waits for a mutex that another one has. wa (h:101) waits for 0xa1, which wb (h:102) has."
                                + " wb (h:102) waits for 0xa0, which wa (h:101) has.",
                        two, one),
                new Row(rule,
                        "wa (h:101) is deadlocked: for 900 ms, 90.0 % of the recording, until it ends, it waits for the mutex 0xa0, which it has itself.",
                        one,
                        two),
                new Row(rule, "until they exit, each of them", of(DeadlockTest.asks(900_000L, 1, 0)), two),
                new Row(rule, "until it exits, it waits", of(DeadlockTest.asks(900_000L, 0)), one),
                new Row(rule, "1 more thread waits for one of them, directly or through others.", of(DeadlockTest.asks(1, 0, 1)), two),
                new Row(rule, "2 more threads wait for one of them, directly or through others.", of(DeadlockTest.asks(1, 0, 1, 2)), two),
                new Row(rule, "1 more thread waits for it, directly or through others.", of(DeadlockTest.asks(0, 0)), one),
                new Row(rule, "1 more circle of threads is deadlocked, too.", of(DeadlockTest.pairs(9)), two),
                new Row(rule, "2 more circles of threads are deadlocked, too.", of(DeadlockTest.pairs(10)),
                        of(DeadlockTest.pairs(8))),
                new Row(rule, "no threads wait for each other's mutexes in a circle", chain, two),
                new Row(rule, "no program told of its locks", of(silent), two));
    }

    private static List<Row> hanging() {
        Rule rule = new HangingRequests();
        Analysis four = of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WAITS));
        Analysis one = of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WAITS));
        Analysis computes = of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.COMPUTES));
        Analysis fourCompute = of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.COMPUTES));
        Analysis goesOn = of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.GOES_ON));
        Analysis fourGoOn = of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.GOES_ON));
        Analysis some = of(HangingRequestsTest.hangs(5, 3, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WAITS, 20));
        Analysis most = of(HangingRequestsTest.hangs(5, 4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WAITS, 20));
        Analysis killed = of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.KILLED, HangingRequestsTest.Server.WAITS));
        Analysis asks = of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.ASKS));
        Analysis answered = of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.ANSWERED, HangingRequestsTest.Server.WAITS));
        Analysis shortly = of(HangingRequestsTest.hangs(1, 1, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WAITS, 185));
        Stage noPacket = new Stage();
        noPacket.runs(noPacket.thread(noPacket.host("h"), 11, "a"), 10);
        return List.of(
                new Row(rule,
                        "ask* ×4 (A) ask and get no answer: they wait until the recording ends, for up to 899 ms, 89.9 % of the recording. 80 requests of threads of that name were answered, 95 % of them within 3.50 ms. "
                                + "srv* ×4 (B) got some of the requests and wait ever since: nobody wakes them.",
                        four, one),
                new Row(rule,
                        "ask-0 (A:103) asks and gets no answer: it waits until the recording ends, for 899 ms, 89.9 % of the recording. 20 requests of threads of that name were answered, 95 % of them within 3.50 ms. "
                                + "srv-0 (B:104) got the request and waits ever since: nobody wakes it.",
                        one, four),
                new Row(rule, "it waits until it exits, for 799 ms", killed, one),
                new Row(rule, "they wait until they exit, for up to 799 ms",
                        of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.KILLED, HangingRequestsTest.Server.WAITS)), four),
                new Row(rule, "2 more threads of that name do not wait so.", some, most),
                new Row(rule, "1 more thread of that name does not wait so.", most, four),
                new Row(rule, "srv-0 (B:104) got the request and is on a processor for 100 % of the time since.", computes, one),
                new Row(rule, "srv* ×4 (B) got some of the requests and are on a processor for 100 % of the time since.", fourCompute,
                        computes),
                new Row(rule, "srv-0 (B:104) got the request and is on a processor for 50.3 % of the time since, and wants one for 49.7 %.",
                        of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WANTS)), computes),
                new Row(rule, "are on a processor for 50.3 % of the time since, and want one for 49.7 %.",
                        of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WANTS)), fourCompute),
                new Row(rule,
                        "srv-0 (B:104) got the request and waits for 89.",
                        goesOn, computes),
                new Row(rule,
                        "srv* ×4 (B) got some of the requests and wait for 89.",
                        fourGoOn,
                        goesOn),
                new Row(rule, "srv-0 (B:104) got the request and answers, but that does not arrive: the kernel sends it again 2 times.",
                        of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.ANSWERS)), one),
                new Row(rule,
                        "srv* ×4 (B) got some of the requests and answer, but that does not arrive: the kernel sends it again 8 times.",
                        of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.ANSWERS)), four),
                new Row(rule, "What ask-0 (A:103) sends does not arrive: the kernel sends it again 2 times.",
                        of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.LOST, HangingRequestsTest.Server.WAITS)), one),
                new Row(rule, "What ask* ×4 (A) send does not arrive: the kernel sends it again 8 times.",
                        of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.LOST, HangingRequestsTest.Server.WAITS)), four),
                new Row(rule, "srv-0 (B:104) got the request and asks somebody else, who does not answer, either.", asks, one),
                new Row(rule, " Others ask there, too, and do not wait so: what is asked for may be work, and there is none.",
                        of(HangingRequestsTest.besideOthers(1)), one),
                new Row(rule, "srv-0 (B:104) got the request and exits before it answers.",
                        of(HangingRequestsTest.hangs(1, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.EXITS)), one),
                new Row(rule, "srv* ×4 (B) got some of the requests and exit before they answer.",
                        of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.EXITS)), four),
                new Row(rule, "srv-1 (B:106) got one of the requests and waits ever since: nobody wakes it.",
                        of(HangingRequestsTest.hangs(2, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.MIXED)), one),
                new Row(rule, "srv* ×4 (B) got some of the requests and ask others, who do not answer, either.",
                        of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.ASKS)), four),
                new Row(rule, "nobody wakes them. What other findings tell is of the time before.",
                        Analysis.of(HangingRequestsTest.hangs(4, HangingRequestsTest.Client.OPEN, HangingRequestsTest.Server.WAITS).builder
                                .build())
                                .question(Question.WORK).build(),
                        four),
                new Row(rule, "no thread waits for an answer from some time on until the recording ends", answered, one),
                new Row(rule, "threads wait for an answer to the end for at most 7.", shortly, one),
                new Row(rule, "there is no packet of which the traces have both the sending and the arrival", of(noPacket), one));
    }
}
