/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.processor;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.event.RecordedFacts.Sort;
import org.bowline.core.finding.Rule;
import org.bowline.core.finding.rules.SentenceTable;
import org.bowline.core.finding.rules.Sentences.Row;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.finding.rules.recording.MissingEventsTest;
import org.bowline.core.finding.rules.recording.TracerCost;
import org.bowline.core.finding.rules.recording.TracerCostTest;
import org.bowline.core.model.Cause;
import org.bowline.core.model.VertexKind;

/** Every sentence of the rules on processors and what takes their time, with a run in which it must appear and one near it in which it must not. */
public class ProcessorSentencesTest extends SentenceTable {
    /** Whose words are in this table. */
    public static final Set<String> FILES = Set.of("CrowdedOut", "FullProcessors", "HostRule", "InterruptTime", "OneProcessor",
            "RanMost", "RunnablePressure",
            "Throttled",
            "TracerCost");

    private static Stage idle() {
        Stage stage = new Stage();
        stage.runs(stage.thread(stage.host("h"), 1, "a"), 10);
        return stage;
    }

    private static Analysis interrupted(Cause cause, VertexKind kind) {
        Stage stage = new Stage();
        int thread = stage.thread(stage.host("h"), 1, "t");
        int target = stage.builder.resource(0, kind, "x");
        return of(stage.runs(thread, 1_000).interrupted(thread, cause, target, 2_000).runs(thread, 3_000));
    }

    @Override
    protected Set<String> files() {
        return FILES;
    }

    @Override
    protected List<Row> rows() {
        return Stream.concat(ofWhatTakesTheCpu().stream(), ofWhoHasAProcessor().stream()).toList();
    }

    private static List<Row> ofWhatTakesTheCpu() {
        Rule interrupts = new InterruptTime();
        Analysis one = of(InterruptTimeTest.stage(1, 1_500, 500));
        Analysis two = of(InterruptTimeTest.stage(2, 1_500, 500));
        Analysis few = of(InterruptTimeTest.stage(1, 900, 99));
        Rule tracer = new TracerCost();
        Analysis much = of(TracerCostTest.stage("lttng-consumerd", 25_000));
        Analysis little = of(TracerCostTest.stage("lttng-consumerd", 9_000));
        Analysis nothing = of(new Stage());
        return List.of(
                new Row(interrupts,
                        "Interrupts take 200 ms of the 1.00 s for which t-0 (h:101) is on a CPU (20.0 %), most of it for the network.",
                        one, few),
                new Row(interrupts, "; 1 more thread of the host loses at least 10.0 % to them.", two, one),
                new Row(interrupts, "; 2 more threads of the host lose at least 10.0 % to them.",
                        of(InterruptTimeTest.stage(3, 1_500, 500)), two),
                new Row(interrupts, "most of it for timers.", of(InterruptTimeTest.stage(1, 500, 1_500)), one),
                new Row(interrupts, "most of it for disks.", interrupted(Cause.DISK, VertexKind.DISK), one),
                new Row(interrupts, "most of it for other devices.", interrupted(Cause.DEVICE, VertexKind.DEVICE), one),
                new Row(interrupts, "most of it for other CPUs.", interrupted(Cause.IPI, VertexKind.IPI), one),
                new Row(interrupts, "most of it for other work of the kernel.", interrupted(Cause.KERNEL, VertexKind.KERNEL), one),
                new Row(interrupts, "no thread lost a noticeable part of its time on a CPU to interrupts", few, one),
                new Row(interrupts, "no thread on a CPU was interrupted, as far as the trace tells", of(idle()), few),
                new Row(interrupts, "there are no scheduling events", nothing, few),
                new Row(tracer,
                        "The tracer's own threads run for 12.5 % of the time of 2 processors of h, 25.0 ms in all, which the work cannot use.",
                        much, little),
                new Row(tracer, "The tracer's requests keep disk vda (h) busy for 11.0 % of the range.", of(TracerCostTest.disk(11_000)),
                        of(TracerCostTest.disk(9_000))),
                new Row(tracer, "threads of the tracer run for at most 4.50 % of the processors' time of a host", little, much),
                new Row(tracer, "no thread of the tracer runs in the range", one, little),
                new Row(tracer, "there are no scheduling events", nothing, little));
    }

    private static List<Row> ofWhoHasAProcessor() {
        Analysis guess = Analysis.of(idle().builder.build()).recorded(List.of(MissingEventsTest.without(Sort.INTERRUPTS))).build();
        Analysis shared = of(CrowdedOutTest.server(false));
        Analysis needed = of(CrowdedOutTest.server(true));
        Analysis throttled = of(ThrottledTest.server(6_000));
        Analysis shares = of(ThrottledTest.busy());
        Analysis bound = of(OneProcessorTest.workers(8_000));
        Analysis spread = of(OneProcessorTest.workers(8_000, 50, 0, "batch"));
        Analysis moved = of(OneProcessorTest.workers(8_000, 50, 1, "swapper/1"));
        Analysis pressed = of(RunnablePressureTest.stage(4));
        Analysis alone = Analysis.of(pressed.timeline()).question(Question.ALL.from(all -> thread -> thread == 1)).build();
        Analysis calm = of(RunnablePressureTest.stage(1));
        Stage two = RunnablePressureTest.stage(1);
        two.host("i");
        Stage empty = new Stage();
        empty.host("h");
        return List.of(
                new Row(new CrowdedOut(), Rule.NO_WAKERS, guess, shared),
                new Row(new CrowdedOut(),
                        "server (h:11) wants a processor for 200 ms and does not get one, while others wait for it. For 200 ms of that, 40.0 % of the range,"
                                + " batch (h:12) has it, for which nobody waits: a higher priority for server (h:11), or another processor for one of them, would help.",
                        shared, needed),
                new Row(new CrowdedOut(),
                        " want a processor for 600 ms in all and do not get one, while others wait for them. For 600 ms of that, 40.0 % of the range for each, batch* ×3 (h) have it, for which nobody waits: a higher priority for server* ×3 (h), or other processors for some, would help.",
                        of(CrowdedOutTest.servers(3)), of(CrowdedOutTest.servers(1))),
                new Row(new CrowdedOut(), "batch ×4 (h) have it, for which nobody waits", of(CrowdedOutTest.jobs(0)),
                        of(CrowdedOutTest.jobs(1))),
                new Row(new CrowdedOut(), "others have it, another (h:24) for more of it than any other, for which nobody waits",
                        of(CrowdedOutTest.jobs(8)), of(CrowdedOutTest.jobs(16))),
                new Row(new CrowdedOut(), "others have it, batch (h:12) for most of it, for which nobody waits",
                        of(CrowdedOutTest.server(false, true)), shared),
                new Row(new CrowdedOut(),
                        "whenever a thread that others wait for wants a processor, nothing else has it but what somebody waits for", needed,
                        shared),
                new Row(new CrowdedOut(),
                        "a thread that others wait for wants a processor for at most 9.00 % of the range while something runs there for which nobody waits",
                        of(CrowdedOutTest.server(900)), needed),
                new Row(new Throttled(),
                        "server (h:11) is held back: for 300 ms, 60.0 % of the range, it wants a processor and does not get it, although nothing else runs there (50 times, 6.00 ms at the median)."
                                + " A limit on processor time does that, as cpu.max of a control group or the CPU limit of a container; or, in a virtual machine, its host, which runs something else on that processor."
                                + " Without it the work would be at most 60.0 % shorter (an estimate).",
                        throttled, shares),
                new Row(new Throttled(),
                        "server ×2 (h) are held back: for 300 ms, 60.0 % of the range, at least one of them wants a processor and does not get it",
                        of(ThrottledTest.servers(2, 6_000)), throttled),
                new Row(new Throttled(), "no thread of a program is kept from an idle processor again and again",
                        of(ThrottledTest.server(6_000, 2)), throttled),
                new Row(new Throttled(), "threads are kept from idle processors for at most 9.60 % of the range",
                        of(ThrottledTest.servers(2, 6_000, 8)), shares),
                new Row(new OneProcessor(), "w-0 (h:11) and w-1 (h:12) run on processor 0 alone: for 400 ms, 80.0 % of the range,"
                        + " at least one of them waits while others run there and processor 1 has nothing to do (50 times). Threads that are bound to processors do so, as by taskset or cpuset.cpus. On all processors of h the work would be at most 40.0 % shorter (an estimate).",
                        bound, spread),
                new Row(new OneProcessor(), " runs on processor 0 alone: for 160 ms, 32.0 % of the range, it waits for it",
                        of(OneProcessorTest.oneBound()), bound),
                new Row(new OneProcessor(), "while long (h:12) and others run there and", of(OneProcessorTest.jobs(6)),
                        of(OneProcessorTest.jobs(8))),
                new Row(new OneProcessor(), " alone after the first 8.00 ms of the range: for 392 ms", moved, bound),
                new Row(new OneProcessor(),
                        "no thread waits again and again for a processor while one on which it never runs has nothing to do",
                        spread, bound),
                new Row(new OneProcessor(),
                        "threads wait for a processor while one on which they never run has nothing to do, for at most 4.00 % of the range",
                        of(OneProcessorTest.seldom()), bound),
                new Row(new FullProcessors(),
                        "The 2 processors of B are 92.0 % busy, while 0.0 more threads want to run on average: worker ×2 (B) take 92.0 % of the processors' time."
                                + " More threads alone bring nothing there: less to do would help, or more processors with threads for them.",
                        of(FullProcessorsTest.workers(2, 9_200)), of(FullProcessorsTest.workers(2, 8_900))),
                new Row(new InterruptTime(),
                        "ksoftirqd/0 (h:14) runs for 600 ms, 60.0 % of the time: soft interrupts, as for packets that arrive, come so fast on its processor that the kernel leaves them to this thread. What they bring may be late, or dropped.",
                        of(InterruptTimeTest.deferred(6_000, false)), of(InterruptTimeTest.deferred(2_900, false))),
                new Row(new InterruptTime(), "in soft interrupts", of(InterruptTimeTest.deferred(6_000, false)),
                        of(InterruptTimeTest.deferred(2_900, false))),
                new Row(new FullProcessors(), "The processor of B is 92.0 % busy, while ", of(FullProcessorsTest.turns()),
                        of(FullProcessorsTest.workers(2, 9_200))),
                new Row(new FullProcessors(),
                        "no host whose processors the work has nearly all the time, while hardly any more threads want to run",
                        of(FullProcessorsTest.workers(2, 8_900)), of(FullProcessorsTest.workers(2, 9_200))),
                new Row(new RunnablePressure(), "there are no scheduling events", of(empty), calm),
                new Row(new RunnablePressure(),
                        "The processor of h is 100 % busy, and 3.0 more threads want to run on average: they wait for"
                                + " a processor in 75.0 % of the time in which they could run, ",
                        pressed, calm),
                new Row(new RunnablePressure(),
                        " For 100 % of that they wait for each other: more processors would help; a higher priority of one would only take from another.",
                        pressed, alone),
                new Row(new RunnablePressure(),
                        " For 100 % of that they wait for each other: more processors would help, or a lower priority of those for whom nobody waits.",
                        of(RunnablePressureTest.besideJobs()), pressed),
                new Row(new RunnablePressure(),
                        " For 100 % of the time for which the work waits so, others run, t* ×3 (h) for most of it: a higher priority of the work would help, or moving the others away.",
                        alone, pressed),
                new Row(new RunnablePressure(),
                        "others run, b (h:12) for more of it than any other: a higher priority of the work would help",
                        RunnablePressureTest.beside("a", "b", "b", "b", "c", "d", "e", "f"), alone),
                new Row(new RunnablePressure(), "the processor of h is 100 % busy, and on average 0.0 more threads want to run", calm,
                        pressed),
                new Row(new RunnablePressure(), "the processor of h, the busiest host, is 100 % busy, and on average ", of(two),
                        calm));
    }
}
