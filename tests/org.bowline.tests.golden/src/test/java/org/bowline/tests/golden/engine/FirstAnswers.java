/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.params.provider.Arguments;

/** What must be said first of recordings whose cause is known from their source. */
final class FirstAnswers {
    private FirstAnswers() {}

    /** What one must know how to look for: said first of {@code tests/traces/first-answers}. */
    static Stream<Arguments> answers() {
        return Stream.of(
                arguments("thread-per-request", "dominant-knot",
                        List.of("h-request ×56 (A), disk vdd (A)", "h-request ×56 (A) for each other",
                                "Behind it is that for disk vdd (A)")),
                arguments("process-per-job", "dominant-knot",
                        List.of("h-make (A:261) and h-job ×39 (A) bound the work", "h-make (A:261) for h-job ×39 (A): it waits so in ")),
                arguments("polling", "sleep-while-awaited",
                        List.of("h-poller (A:261) sleeps while others wait for it", "while h-asker (A:260) waits for it")),
                arguments("shared-processor", "dominant-knot", List.of("h-client (A:260) and h-server (A:262) bound the work")),
                arguments("processor-limit", "throttled",
                        List.of("server (A:264) is held back: for 1.33 s, 62.0 % of the range,", "(21 times, 64.6 ms at the median)",
                                "cpu.max")),
                arguments("kept-sends", "small-sends",
                        List.of("Small pieces that q-client (A:270) sends are kept back by its kernel while q-server (B:269) waits for them: 39 packets of 114 bytes",
                                "46.6 ms after the sender has begun to wait itself; for 1.83 s, 72.4 % of the range")),
                arguments("kept-answers", "small-sends",
                        List.of("Small pieces that a-loop (B:252) sends are kept back by its kernel while a-client ×5 (A) wait for them: 134 packets of 70 bytes",
                                "46.5 ms after the piece before, when that is acknowledged; for 1.31 s, 68.0 % of the range, at least one is kept back so.")),
                arguments("one-task-at-a-time", "one-at-a-time",
                        List.of("tasks ×2 (B) run one at a time: at least one of them is on a processor in ")),
                arguments("sleeping-tasks", "sleep-while-awaited",
                        List.of("tasks ×5 (B) sleep in their requests: for ")),
                arguments("held-row", "sleep-while-awaited",
                        List.of("a-holder (A:283) sleeps while others wait for it: for 747 ms, 46.7 % of the range, it waits for a timer while a-backend (B:284) waits for it.")),
                arguments("starved-writer", "sleep-while-awaited",
                        List.of("a-reader ×4 (B) sleep while others wait for them: for 3.74 s, 83.0 % of the range, at least one of them waits for a timer while a-writer (B:252) waits for that one.")),
                arguments("kept-connections", "one-connection",
                        List.of("h-worker ×2 (B) serve one connection at a time: for 1.30 s, 85.4 % of the range, at least one of them waits for what comes over it next, although a request has come over another one",
                                "These are 38 waits for h-client* ×5 (A).")),
                arguments("compaction", "own-work",
                        List.of("h-compact (A:306) does something of its own while others wait for it: for 144 ms, 18.0 % of the range, h-work* ×3 (A) wait for it, in 11 waits",
                                "It had slept, and had begun before each of these waits.")),
                arguments("event-loop-queue", "too-few-workers",
                        List.of("On average 5.4 requests of h-loop (A:302) are open for 2 workers h-worker (B), so 3.4 wait until a worker is free: each has one for 91.1 % of the time",
                                "each of them runs for 17.8 % of the range, and waits for timer (B) for 73.9 %, more than for anything else.")),
                arguments("handed-on", "too-few-workers",
                        List.of("On average 6.0 requests are open that come through nginx (B:268) to 2 workers php-fpm8.2 (B), so 4.0 wait until a worker is free: the workers wait for more to do for at most 5.77 % of their time",
                                "each of them runs for 54.3 % of the range, and waits for timer (B) for 37.7 %, more than for anything else.")),
                arguments("brokered-jobs", "sleep-while-awaited",
                        List.of("b-worker ×2 (B) sleep while others wait for them: for 1.20 s, 98.9 % of the range, at least one of them waits for a timer while b-broker (B:252) waits for that one, or a request does.")),
                arguments("pooled-questions", "sleep-while-awaited",
                        List.of("n-store ×2 (A) sleep while others wait for them: for 588 ms, 85.0 % of the range, at least one of them waits for a timer while n-loop (B:256) waits for that one, or a request does.")),
                arguments("replicated-commit", "dominant-knot",
                        List.of("postgres (B:283) and disk vdd (B) bound the work: they wait for each other in ",
                                "The heaviest wait is that of postgres (B:283) for disk vdd (B): 371 ms, 37.4 % of the range")),
                arguments("containers", "sleep-while-awaited",
                        List.of("n-store ×2 (B) sleep while others wait for them: for 585 ms, 93.9 % of the range, at least one of them waits for a timer while n-loop (A:286) waits for that one, or a request does.")),
                arguments("network-file-system", "disk-bound-sync-writes",
                        List.of("nfsd ×2 (B) wait for 27.6 % to 62.5 % of their time, each, until disk vdd (B) has completed what they wrote: 121 waits of 8.35 ms at the median,")),
                arguments("limited-disk", "withheld-requests",
                        List.of("p-creat* ×4 (A) wait for disk vdd (A) while the kernel holds requests back from it: for 549 ms, 89.2 % of the range,",
                                "17 times the disk gets the request only when a timer of the kernel ends, 91.8 ms after the wait began at the median,")),
                arguments("busy-workers", "full-processors",
                        List.of("The 2 processors of B are loaded by 99.8 %, while 0.2 more threads want to run on average: n-worker ×2 (B) take 95.7 % of the processors' time.")),
                arguments("late-answers", "unanswered",
                        List.of("n-client (A:280) asks and gets no answer in time: 14 times it sends something,",
                                "14 answers come later, 45.2 ms after the timer at the median. From the request to the answer the one of n-late ×14 (B) that gives it waits for timers for 94.6 % of that time.")),
                arguments("lost-on-the-way", "unanswered",
                        List.of("n-client ×2 (A) wait for answers of n-server ×2 (B) that the kernel there sends again, as they were not acknowledged in time: 8 times, 209 ms after it sent them before,",
                                "94.2 % of the range. 6 times it is lost on its way; 2 times it is not known what became of it.")),
                arguments("busy-disk", "dominant-knot",
                        List.of("n-store (A:388) for disk vdd (A): 1.42 s, 73.6 % of the range",
                                "For 1.42 s of that, disk vdd (A) also has requests of n-backup* ×4 (A), for which nobody waits.")),
                arguments("one-acceptor", "dominant-knot",
                        List.of("a-accept (A:489) is by far the busiest of them: it is at work, or wants a processor, in 98.4 % of the range, the others in at most 36.1 %.")),
                arguments("file-lock", "lock-convoy",
                        List.of("48 threads flock (A) have something in turn, which looks like a lock: 47 times it is handed on to one that waits, 46 times by the one that was handed it last, which has it for 73.4 ms at the median.",
                                "For 3.83 s, 95.8 % of the range, at least one of them waits for it")),
                arguments("narrow-link", "full-link",
                        List.of("The link from B to A carries 3.98 Mbit/s and is full for 719 ms, 77.3 % of the range: what B sends queues,",
                                "l-client (A:279) waits for it for 532 ms, 57.2 % of the range.")),
                arguments("full-processors", "runnable-pressure",
                        List.of("The 2 processors of A are loaded by 100 %, and 5.3 more threads want to run on average")),
                arguments("bound-processor", "one-processor",
                        List.of("h-pin* ×4 (A) run on processor 0 alone: for 1.58 s, 94.3 % of the range,",
                                "and processor 1 has nothing to do")),
                arguments("far-server", "dominant-knot",
                        List.of("h-client (A:265) and h-server (B:267), and the network between A and B, bound the work",
                                "In 82.8 % of the range none of them is, and what they sent to each other is on its way")),
                arguments("uneven-barrier", "dominant-knot",
                        List.of("6 threads b-worker* (A) meet at a barrier and bound the work: b-worker-3 (A:258) is last in 23 of 35 phases, and waiting for the last one takes 26.2 % of their time.")),
                arguments("writer-held-back", "dominant-knot",
                        List.of("h-ingest (A:353) and h-spool (A:354) bound the work", "the kernel holds them back in 26.3 %",
                                "For 513 ms of that, the kernel holds h-spool (A:354) back.")),
                arguments("two-workers", "sleep-while-awaited",
                        List.of("x-worker-0 (A:381) and x-worker-1 (A:382) sleep while others wait for them: for 777 ms, 83.7 % of the range")),
                arguments("short-queue", "unanswered",
                        List.of("h-connect* ×3 (A) ask for connections and get no answer in time: 4 times the kernel sends it again",
                                "1.03 s after the time before at the median; at least one of them waits so for 3.66 s")),
                arguments("loop-device", "dominant-knot",
                        List.of("h-store (A:365) and disk loop0 (A) bound the work",
                                "Disk loop0 (A) rests on another one, as its name tells: in 41.5 %",
                                "disk vdd (A) does, too.")),
                arguments("computing-reader", "dominant-knot",
                        List.of("d-scan (A:259) bounds the work: it is at work, or wants a processor, in 96.3 % of the range, and waits for disk vdd (A) in 3.73 % of it.")),
                arguments("created-files", "dominant-knot",
                        List.of("p-creat* ×4 (A) and disk vdd (A) bound the work: they wait for each other in 99.2 % of their waiting time",
                                "The heaviest wait is that of p-creat* ×4 (A) for disk vdd (A): at least one of them waits so in 93.8 % of the range")),
                arguments("interpreter-lock", "lock-convoy",
                        List.of("5 threads python3 (A) queue for what looks like a lock: it is handed on 84 times and held for 5.53 ms at the median, and on average 2.1 of them wait, 42.3 % of their time.")),
                arguments("one-command-at-a-time", "one-after-another",
                        List.of("sh (A:262) runs 40 commands one after another and waits for them: for 1.34 s, 85.1 % of the range, in 60 waits. On average 1.4 threads"
                                + " are at work on A, which has 2 processors: if these shared that, the work would be at most 28.3 % shorter (an estimate).")),
                arguments("pausing-client", "own-pace",
                        List.of("e-visits (A:258) sleeps 47 times; for 1.40 s of that, 65.2 % of the range, nobody works and nobody waits for anything but timers and new work.")),
                arguments("part-alone", "dominant-knot",
                        List.of("4 threads e-part* (A) meet at a barrier and bound the work: e-part-0 (A:259) is last in 17 of 55 phases, which have 77.3 % of the waiting, and waiting for the last one takes 47.8 % of their time.")),
                arguments("two-takers", "dominant-knot",
                        List.of("k-keeper (A:275) bounds the work: it is on a processor in 93.0 % of the range, while k-asker (A:276) waits for it.",
                                "Without all waits of them and its own the work would be at most 6.96 % shorter (an estimate).")),
                arguments("lost-answers", "unanswered",
                        List.of("h-lookup (A:287) asks and gets no answer in time: 11 times",
                                "52.7 % of the range, 82.8 ms at the median.")));
    }

    /** What the READMEs of recordings of their own say: a writer and its disk; backends, the row that they want and the disk, or rather the processors; a loop that loses its processor. */
    static Stream<Arguments> causes() {
        return Stream.of(
                arguments("journal-stacks",
                        List.of("j-writer (A:987) and disk vdd (A) bound the work: they wait for each other in 99.5 % ",
                                "The heaviest wait is that of j-writer (A:987) for disk vdd (A): 237 ms, 79.2 % of the range, in 37 waits,"
                                        + " each of which holds up 2.6 threads")),
                arguments("postgresql-totals/one-row",
                        List.of("postgres ×8 (A) and disk vdd (A) bound the work: they wait for each other in 97.6 % ",
                                "that of postgres ×8 (A) for disk vdd (A): at least one of them waits so in 57.6 % of the range, in 153 waits,"
                                        + " each of which holds up 6.3 threads")),
                arguments("rsyslog-queue/one-queue",
                        List.of("in:imtcp (A:254) and disk vdd (A) bound the work: they wait for each other in 96.2 % ",
                                "that of in:imtcp (A:254) for disk vdd (A): 14.5 s, 63.8 % of the range, in 4359 waits, each of which holds up 3.6 threads")),
                arguments("rsyslog-queue/own-queue",
                        List.of("in:imuxsock (A:973), disk vdd (A) and in:imtcp (A:974) bound the work: they wait for each other in 99.0 % ")),
                arguments("tagged-server/slow",
                        List.of("s-client (A:279), s-loop (A:272) and s-files (A:277) bound the work: ",
                                "is at work in 52.2 % of the range; in another 33.6 % at least one of them wants a processor",
                                "The heaviest wait is that of s-client (A:279) for s-loop (A:272): 747 ms, 56.3 % of the range, in 52 waits."
                                        + " Meanwhile s-loop (A:272) waits for s-files (A:277) for 38.5 % of that time, wants a processor for 32.4 % and is at work for 29.1 %.")),
                arguments("tagged-server/fast", List.of("s-client (A:277), s-loop (A:272) and s-files (A:278) bound the work: ",
                        "The heaviest wait is that of s-client (A:277) for s-loop (A:272): 654 ms, 66.4 % of the range, in 51 waits."
                                + " Meanwhile s-loop (A:272) is at work for 53.6 % of that time, waits for s-files (A:278) for 30.4 % and wants a processor for 15.9 %. Without")));
    }
}
