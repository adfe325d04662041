/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.ArrayList;
import java.util.List;

import org.bowline.core.event.KernelSink.Vector;
import org.bowline.ctf.EventSelection;

/**
 * Which events a kernel trace has for which fact, under all the names that they have had: LTTng up to 2.6 and since 2.7, its add-on
 * modules, perf ({@code sched:sched_switch}, with {@code pid} for what LTTng calls {@code tid}).
 */
final class KernelVocabulary {
    /** The facts, and the fields they need: the positions are the slots. */
    enum Fact {
        SWITCH("prev_comm", "prev_tid", "prev_state", "next_comm", "next_tid"), //
        WAKING("comm", "tid"), //
        WAKEUP("comm", "tid", "success"), //
        WAKEUP_NEW("comm", "tid", "success"), //
        FORK("parent_tid", "child_comm", "child_tid", "child_pid"), //
        EXEC("tid", "old_tid"), //
        IRQ_ENTRY("irq", "name"), //
        IRQ_EXIT("irq"), //
        SOFTIRQ_ENTRY("vec"), //
        SOFTIRQ_EXIT("vec"), //
        HRTIMER_ENTRY, //
        HRTIMER_EXIT, //
        VECTOR_ENTRY, //
        VECTOR_EXIT, //
        SEND(PacketFields.HEADERS), //
        RECEIVE(PacketFields.HEADERS), //
        SOCKET_OUT(PacketFields.SOCKET), //
        SOCKET_IN(PacketFields.SOCKET), //
        INSERT("dev", "sector", "nr_sector", "tid", "rwbs"), //
        ISSUE("dev", "sector", "nr_sector", "tid", "rwbs"), //
        COMPLETE("dev", "sector", "nr_sector"), //
        REQUEUE("dev", "sector", "nr_sector"), //
        THREAD("tid", "pid", "ppid", "name", "status"), //
        INTERRUPT("irq", "action"), //
        BLOCK_DEVICE("dev", "diskname");

        @SuppressWarnings("ImmutableEnumChecker") // made by List.of
        private final List<String> fields;

        Fact(String... fields) {
            this.fields = List.of(fields);
        }
    }

    private static final String LOCAL_TIMER = "local_timer";
    private static final String[] VECTORS = {LOCAL_TIMER, "reschedule", "call_function", "call_function_single", "irq_work",
        "x86_platform_ipi",
        "spurious_apic", "error_apic", "thermal_apic", "threshold_apic", "deferred_error_apic"};
    private static final int IPI_VECTORS_BEGIN = 1;
    private static final int IPI_VECTORS_END = 6;

    private final EventSelection.Builder selection = EventSelection.builder();
    private final List<Fact> facts = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Vector> vectors = new ArrayList<>();
    private final boolean perf;

    /** @param perf whether the trace was recorded by perf */
    KernelVocabulary(boolean perf) {
        this.perf = perf;
        if (perf) {
            addPerf();
        } else {
            addLttng();
        }
    }

    /** All events of all facts. */
    EventSelection selection() {
        return selection.build();
    }

    /** The fact of each kind of the selection. */
    Fact[] facts() {
        return facts.toArray(Fact[]::new);
    }

    /** The name of the processor's interrupt of each kind; empty for other facts. */
    String[] vectorNames() {
        return names.toArray(String[]::new);
    }

    /** What the processor's interrupt of each kind is for; OTHER for other facts. */
    Vector[] vectors() {
        return vectors.toArray(Vector[]::new);
    }

    /** The slot of the CPU in perf's events, which have it as a field; behind all others. */
    static int perfCpuSlot(Fact fact) {
        return fact.fields.size();
    }

    private void addLttng() {
        add(Fact.SWITCH, "sched_switch");
        add(Fact.WAKING, "sched_waking");
        add(Fact.WAKEUP, "sched_wakeup");
        add(Fact.WAKEUP_NEW, "sched_wakeup_new");
        add(Fact.FORK, "sched_process_fork");
        add(Fact.EXEC, "sched_process_exec");
        add(Fact.IRQ_ENTRY, "irq_handler_entry");
        add(Fact.IRQ_EXIT, "irq_handler_exit");
        add(Fact.SOFTIRQ_ENTRY, "irq_softirq_entry", "softirq_entry");
        add(Fact.SOFTIRQ_EXIT, "irq_softirq_exit", "softirq_exit");
        add(Fact.HRTIMER_ENTRY, "timer_hrtimer_expire_entry", "hrtimer_expire_entry");
        add(Fact.HRTIMER_EXIT, "timer_hrtimer_expire_exit", "hrtimer_expire_exit");
        addVectors("x86_irq_vectors_");
        add(Fact.SEND, "net_dev_queue");
        add(Fact.RECEIVE, "net_if_receive_skb", "netif_receive_skb");
        add(Fact.SOCKET_OUT, "inet_sock_local_out");
        add(Fact.SOCKET_IN, "inet_sock_local_in");
        add(Fact.INSERT, "block_rq_insert");
        add(Fact.ISSUE, "block_rq_issue");
        add(Fact.COMPLETE, "block_rq_complete");
        add(Fact.REQUEUE, "block_rq_requeue");
        add(Fact.THREAD, "lttng_statedump_process_state");
        add(Fact.INTERRUPT, "lttng_statedump_interrupt");
        add(Fact.BLOCK_DEVICE, "lttng_statedump_block_device");
    }

    private void addPerf() {
        add(Fact.SWITCH, "sched:sched_switch");
        add(Fact.WAKING, "sched:sched_waking");
        add(Fact.WAKEUP, "sched:sched_wakeup");
        add(Fact.WAKEUP_NEW, "sched:sched_wakeup_new");
        add(Fact.FORK, "sched:sched_process_fork");
        add(Fact.EXEC, "sched:sched_process_exec");
        add(Fact.IRQ_ENTRY, "irq:irq_handler_entry");
        add(Fact.IRQ_EXIT, "irq:irq_handler_exit");
        add(Fact.SOFTIRQ_ENTRY, "irq:softirq_entry");
        add(Fact.SOFTIRQ_EXIT, "irq:softirq_exit");
        add(Fact.HRTIMER_ENTRY, "timer:hrtimer_expire_entry");
        add(Fact.HRTIMER_EXIT, "timer:hrtimer_expire_exit");
        addVectors("irq_vectors:");
        add(Fact.INSERT, "block:block_rq_insert");
        add(Fact.ISSUE, "block:block_rq_issue");
        add(Fact.COMPLETE, "block:block_rq_complete");
        add(Fact.REQUEUE, "block:block_rq_requeue");
    }

    private void addVectors(String prefix) {
        for (int i = 0; i < VECTORS.length; i++) {
            boolean ipi = i >= IPI_VECTORS_BEGIN && i < IPI_VECTORS_END;
            Vector vector = i == 0 ? Vector.TIMER : ipi ? Vector.IPI : Vector.OTHER;
            add(Fact.VECTOR_ENTRY, vector, VECTORS[i], prefix + VECTORS[i] + "_entry");
            add(Fact.VECTOR_EXIT, vector, VECTORS[i], prefix + VECTORS[i] + "_exit");
        }
    }

    private void add(Fact fact, String... events) {
        for (String event : events) {
            add(fact, Vector.OTHER, "", event);
        }
    }

    private void add(Fact fact, Vector vector, String name, String event) {
        selection.add(event, (perf ? perfFields(fact) : fact.fields).toArray(String[]::new));
        facts.add(fact);
        vectors.add(vector);
        names.add(name);
    }

    /** Perf calls a thread's id pid, and has no process id beside it; who makes a block request is the thread it is recorded in. */
    private static List<String> perfFields(Fact fact) {
        List<String> fields = new ArrayList<>();
        for (String field : fact.fields) {
            fields.add(switch (field) {
                case "child_pid", "rwbs" -> ""; // letters, there
                case "old_tid" -> "old_pid";
                case "tid" -> fact == Fact.INSERT || fact == Fact.ISSUE ? "common_pid" : "pid";
                default -> field.replace("_tid", "_pid");
            });
        }
        fields.add("perf_cpu");
        return fields;
    }
}
