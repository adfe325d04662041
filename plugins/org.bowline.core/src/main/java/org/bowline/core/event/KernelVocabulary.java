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
    /** The facts, and the fields they need. */
    enum Fact {
        SWITCH(Field.PREV_COMM, Field.PREV_TID, Field.PREV_STATE, Field.NEXT_COMM, Field.NEXT_TID), //
        WAKING(Field.COMM, Field.TID, Field.TARGET_CPU), //
        WAKEUP(Field.COMM, Field.TID, Field.SUCCESS, Field.TARGET_CPU), //
        WAKEUP_NEW(Field.COMM, Field.TID, Field.SUCCESS, Field.TARGET_CPU), //
        FORK(Field.PARENT_TID, Field.CHILD_COMM, Field.CHILD_TID, Field.CHILD_PID), //
        EXEC(Field.TID, Field.OLD_TID), //
        IRQ_ENTRY(Field.IRQ, Field.NAME), //
        IRQ_EXIT(Field.IRQ), //
        SOFTIRQ_ENTRY(Field.VEC), //
        SOFTIRQ_EXIT(Field.VEC), //
        HRTIMER_ENTRY, //
        HRTIMER_EXIT, //
        HRTIMER_START(Field.EXPIRES, Field.SOFT_EXPIRES), //
        VECTOR_ENTRY, //
        VECTOR_EXIT, //
        SEND, //
        RECEIVE, //
        SOCKET_OUT, //
        SOCKET_IN, //
        INSERT(Field.DEV, Field.SECTOR, Field.NR_SECTOR, Field.REQUESTER, Field.RWBS), //
        ISSUE(Field.DEV, Field.SECTOR, Field.NR_SECTOR, Field.REQUESTER, Field.RWBS), //
        COMPLETE(Field.DEV, Field.SECTOR, Field.NR_SECTOR), //
        REQUEUE(Field.DEV, Field.SECTOR, Field.NR_SECTOR), //
        THREAD(Field.TID, Field.PID, Field.PPID, Field.NAME, Field.STATUS), //
        INTERRUPT(Field.IRQ, Field.ACTION), //
        BLOCK_DEVICE(Field.DEV, Field.DISK_NAME), //
        FUTEX_ENTRY(Field.ADDRESS, Field.OPERATION, Field.EXPECTED), //
        FUTEX_EXIT;

        @SuppressWarnings("ImmutableEnumChecker") // nobody writes to it
        private final Field[] fields;

        Fact(Field... fields) {
            this.fields = fields;
        }
    }

    private static final String NONE = "";
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
        addAll();
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

    private void addAll() {
        add(Fact.SWITCH, "sched:sched_switch", "sched_switch");
        add(Fact.WAKING, "sched:sched_waking", "sched_waking");
        add(Fact.WAKEUP, "sched:sched_wakeup", "sched_wakeup");
        add(Fact.WAKEUP_NEW, "sched:sched_wakeup_new", "sched_wakeup_new");
        add(Fact.FORK, "sched:sched_process_fork", "sched_process_fork");
        add(Fact.EXEC, "sched:sched_process_exec", "sched_process_exec");
        add(Fact.IRQ_ENTRY, "irq:irq_handler_entry", "irq_handler_entry");
        add(Fact.IRQ_EXIT, "irq:irq_handler_exit", "irq_handler_exit");
        add(Fact.SOFTIRQ_ENTRY, "irq:softirq_entry", "irq_softirq_entry", "softirq_entry");
        add(Fact.SOFTIRQ_EXIT, "irq:softirq_exit", "irq_softirq_exit", "softirq_exit");
        add(Fact.HRTIMER_ENTRY, "timer:hrtimer_expire_entry", "timer_hrtimer_expire_entry", "hrtimer_expire_entry");
        add(Fact.HRTIMER_EXIT, "timer:hrtimer_expire_exit", "timer_hrtimer_expire_exit", "hrtimer_expire_exit");
        add(Fact.HRTIMER_START, "timer:hrtimer_start", "timer_hrtimer_start", "hrtimer_start");
        addVectors(perf ? "irq_vectors:" : "x86_irq_vectors_");
        add(Fact.SEND, NONE, "net_dev_queue");
        add(Fact.RECEIVE, NONE, "net_if_receive_skb", "netif_receive_skb");
        add(Fact.SOCKET_OUT, NONE, "inet_sock_local_out");
        add(Fact.SOCKET_IN, NONE, "inet_sock_local_in");
        add(Fact.INSERT, "block:block_rq_insert", "block_rq_insert");
        add(Fact.ISSUE, "block:block_rq_issue", "block_rq_issue");
        add(Fact.COMPLETE, "block:block_rq_complete", "block_rq_complete");
        add(Fact.REQUEUE, "block:block_rq_requeue", "block_rq_requeue");
        add(Fact.THREAD, NONE, "lttng_statedump_process_state");
        add(Fact.INTERRUPT, NONE, "lttng_statedump_interrupt");
        add(Fact.BLOCK_DEVICE, NONE, "lttng_statedump_block_device");
        add(Fact.FUTEX_ENTRY, "syscalls:sys_enter_futex", "syscall_entry_futex", "compat_syscall_entry_futex");
        add(Fact.FUTEX_EXIT, "syscalls:sys_exit_futex", "syscall_exit_futex", "compat_syscall_exit_futex");
    }

    private void addVectors(String prefix) {
        for (int i = 0; i < VECTORS.length; i++) {
            boolean ipi = i >= IPI_VECTORS_BEGIN && i < IPI_VECTORS_END;
            Vector vector = i == 0 ? Vector.TIMER : ipi ? Vector.IPI : Vector.OTHER;
            add(Fact.VECTOR_ENTRY, vector, VECTORS[i], prefix + VECTORS[i] + "_entry");
            add(Fact.VECTOR_EXIT, vector, VECTORS[i], prefix + VECTORS[i] + "_exit");
        }
    }

    private void add(Fact fact, String ofPerf, String... ofLttng) {
        for (String event : perf ? new String[] {ofPerf} : ofLttng) {
            if (!event.equals(NONE)) {
                add(fact, Vector.OTHER, "", event);
            }
        }
    }

    private void add(Fact fact, Vector vector, String name, String event) {
        selection.add(event, switch (fact) {
            case SEND -> PacketFields.SENT;
            case RECEIVE -> PacketFields.HEADERS;
            case SOCKET_OUT, SOCKET_IN -> PacketFields.SOCKET;
            default -> Field.paths(perf, fact.fields);
        });
        facts.add(fact);
        vectors.add(vector);
        names.add(name);
    }
}
