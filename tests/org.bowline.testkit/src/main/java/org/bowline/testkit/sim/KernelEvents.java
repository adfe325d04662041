/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import static org.bowline.testkit.CtfType.characters;
import static org.bowline.testkit.CtfType.label;
import static org.bowline.testkit.CtfType.signed;
import static org.bowline.testkit.CtfType.struct;
import static org.bowline.testkit.CtfType.text;
import static org.bowline.testkit.CtfType.unsigned;
import static org.bowline.testkit.CtfType.variant;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfType;
import org.bowline.testkit.CtfType.Array;
import org.bowline.testkit.CtfType.Int;
import org.bowline.testkit.CtfType.Sequence;
import org.bowline.testkit.CtfType.Struct;

/** The kernel's events that the simulation records, with the names, fields and types of lttng-modules 2.13 on Linux 6.1. */
final class KernelEvents {
    private static final Int U8 = unsigned(8);
    private static final Int U16 = unsigned(16);
    private static final Int U32 = unsigned(32);
    private static final Int U64 = unsigned(64);
    private static final Int S32 = signed(32);
    private static final Int S64 = signed(64);
    private static final Int POINTER = U64.base(16);
    private static final Array COMM = characters(16);

    final CtfDeclaration declaration;
    final Event schedSwitch;
    final Event schedWaking;
    final Event schedWakeup;
    final Event schedWakeupNew;
    final Event schedMigrate;
    final Event fork;
    final Event exec;
    final Event exit;
    final Event free;
    final Event processWait;
    final Event irqEntry;
    final Event irqExit;
    final Event softirqEntry;
    final Event softirqExit;
    final Event softirqRaise;
    final Event hrtimerExpireEntry;
    final Event hrtimerExpireExit;
    final Event hrtimerStart;
    final Event hrtimerCancel;
    final Event timerStart;
    final Event timerCancel;
    final Event timerExpireEntry;
    final Event timerExpireExit;
    final Event netQueue;
    final Event netReceive;
    final Event netXmit;
    final Event napiPoll;
    final Event skbConsume;
    final Event blockIssue;
    final Event blockComplete;
    final Event blockInsert;
    final Event blockBioQueue;
    final Event workQueue;
    final Event workStart;
    final Event workEnd;
    final Event localTimerEntry;
    final Event localTimerExit;
    final Event rescheduleEntry;
    final Event rescheduleExit;
    final Event callSingleEntry;
    final Event callSingleExit;
    final Event dumpStart;
    final Event dumpEnd;
    final Event dumpProcess;
    final Event dumpPidNs;
    final Event dumpNetNs;
    final Event dumpFile;
    final Event dumpInterrupt;
    final Event dumpBlockDevice;
    final Event dumpInterface;
    final Event dumpTopology;
    final Event[] syscallEntry;
    final Event[] syscallExit;

    static final int READ = 0;
    static final int WRITE = 1;
    static final int FUTEX = 2;
    static final int SENDTO = 3;
    static final int RECVFROM = 4;
    static final int NANOSLEEP = 5;
    static final int LSEEK = 6;
    static final int PWRITE = 7;
    static final int FDATASYNC = 8;
    static final int CLONE = 9;
    static final int WAIT4 = 10;
    static final int EXIT_GROUP = 11;
    static final int IOCTL = 12;
    static final int SIGPROCMASK = 13;
    static final int OPENAT = 14;
    static final int CLOSE = 15;
    static final int MMAP = 16;

    KernelEvents(CtfDeclaration declaration) {
        this.declaration = declaration;
        schedSwitch = event("sched_switch", "prev_comm", COMM, "prev_tid", S32, "prev_prio", S32, "prev_state", S64, "next_comm", COMM,
                "next_tid", S32,
                "next_prio", S32);
        schedWakeup = wake("sched_wakeup");
        schedWakeupNew = wake("sched_wakeup_new");
        schedWaking = wake("sched_waking");
        schedMigrate = event("sched_migrate_task", "comm", COMM, "tid", S32, "prio", S32, "orig_cpu", S32, "dest_cpu", S32);
        fork = event("sched_process_fork", "parent_comm", COMM, "parent_tid", S32, "parent_pid", S32, "parent_ns_inum", U32, "child_comm",
                COMM, "child_tid",
                S32, "vtids", new Sequence(U8, S32), "child_pid", S32, "child_ns_inum", U32);
        exec = event("sched_process_exec", "filename", text(), "tid", S32, "old_tid", S32);
        exit = process("sched_process_exit");
        free = process("sched_process_free");
        processWait = process("sched_process_wait");
        irqEntry = event("irq_handler_entry", "irq", S32, "name", text());
        irqExit = event("irq_handler_exit", "irq", S32, "ret", S32);
        softirqEntry = event("irq_softirq_entry", "vec", U32);
        softirqExit = event("irq_softirq_exit", "vec", U32);
        softirqRaise = event("irq_softirq_raise", "vec", U32);
        hrtimerExpireEntry = event("timer_hrtimer_expire_entry", "hrtimer", POINTER, "now", S64, "function", POINTER);
        hrtimerExpireExit = event("timer_hrtimer_expire_exit", "hrtimer", POINTER);
        hrtimerStart = event("timer_hrtimer_start", "hrtimer", POINTER, "function", POINTER, "expires", S64, "softexpires", S64, "mode",
                U32);
        hrtimerCancel = event("timer_hrtimer_cancel", "hrtimer", POINTER);
        timerStart = event("timer_start", "timer", POINTER, "function", POINTER, "expires", U64, "now", U64, "flags", U32);
        timerCancel = event("timer_cancel", "timer", POINTER);
        timerExpireEntry = event("timer_expire_entry", "timer", POINTER, "now", U64, "function", POINTER, "baseclk", U64);
        timerExpireExit = event("timer_expire_exit", "timer", POINTER);
        netQueue = packet("net_dev_queue");
        netReceive = packet("net_if_receive_skb");
        netXmit = event("net_dev_xmit", "skbaddr", POINTER, "rc", S32, "len", U32, "name", text());
        napiPoll = event("napi_poll", "napi", POINTER, "dev_name", text(), "work", S32, "budget", S32);
        skbConsume = event("skb_consume", "skbaddr", POINTER);
        blockIssue = request("block_rq_issue");
        blockComplete = event("block_rq_complete", "dev", U32, "sector", U64, "nr_sector", U32, "error", S32, "rwbs", U32);
        blockInsert = request("block_rq_insert");
        blockBioQueue = event("block_bio_queue", "dev", U32, "sector", U64, "nr_sector", U32, "rwbs", U32, "tid", S32, "comm", COMM);
        workQueue = event("workqueue_queue_work", "work", POINTER, "function", POINTER, "req_cpu", S32);
        workStart = event("workqueue_execute_start", "work", POINTER, "function", POINTER);
        workEnd = event("workqueue_execute_end", "work", POINTER, "function", POINTER);
        localTimerEntry = event("x86_irq_vectors_local_timer_entry", "vector", S32);
        localTimerExit = event("x86_irq_vectors_local_timer_exit", "vector", S32);
        rescheduleEntry = event("x86_irq_vectors_reschedule_entry", "vector", S32);
        rescheduleExit = event("x86_irq_vectors_reschedule_exit", "vector", S32);
        callSingleEntry = event("x86_irq_vectors_call_function_single_entry", "vector", S32);
        callSingleExit = event("x86_irq_vectors_call_function_single_exit", "vector", S32);
        dumpStart = event("lttng_statedump_start");
        dumpEnd = event("lttng_statedump_end");
        dumpProcess = event("lttng_statedump_process_state", "tid", S32, "pid", S32, "ppid", S32, "name", COMM, "type", S32, "mode", S32,
                "submode", S32,
                "status", S32, "cpu", U32, "file_table_address", POINTER);
        dumpPidNs = event("lttng_statedump_process_pid_ns", "tid", S32, "vtid", S32, "vpid", S32, "vppid", S32, "ns_level", S32, "ns_inum",
                U32);
        dumpNetNs = event("lttng_statedump_process_net_ns", "tid", S32, "ns_inum", U32);
        dumpFile = event("lttng_statedump_file_descriptor", "file_table_address", POINTER, "fd", S32, "flags", U32.base(8), "fmode",
                U32.base(16),
                "filename", text());
        dumpInterrupt = event("lttng_statedump_interrupt", "irq", U32, "name", text(), "action", text(), "tid", S32);
        dumpBlockDevice = event("lttng_statedump_block_device", "dev", U32, "diskname", text());
        dumpInterface = event("lttng_statedump_network_interface", "name", text(), "address_ipv4",
                U32.base(16).order(ByteOrder.BIG_ENDIAN));
        dumpTopology = event("lttng_statedump_cpu_topology", "architecture", text(), "cpu_id", U16, "vendor", text(), "family", U8, "model",
                U8, "model_name",
                text(), "physical_id", U16, "core_id", U16, "cores", U16);
        List<Event> entries = new ArrayList<>();
        List<Event> exits = new ArrayList<>();
        call(entries, exits, "read", fields("fd", U32, "count", U64), fields("buf", U64));
        call(entries, exits, "write", fields("fd", U32, "buf", U64, "count", U64), fields());
        call(entries, exits, "futex", fields("uaddr", U64, "op", S32, "val", U32, "utime", U64, "uaddr2", U64, "val3", U32),
                fields("uaddr", U64, "uaddr2", U64));
        call(entries, exits, "sendto", fields("fd", S32, "buff", U64, "len", U64, "flags", U32, "addr", U64, "addr_len", S32), fields());
        call(entries, exits, "recvfrom", fields("fd", S32, "size", U64, "flags", U32, "addr_len", U64),
                fields("ubuf", U64, "addr", U64, "addr_len", U64));
        call(entries, exits, "clock_nanosleep", fields("which_clock", S32, "flags", S32, "rqtp", U64), fields("rmtp", U64));
        call(entries, exits, "lseek", fields("fd", U32, "offset", S64, "whence", U32), fields());
        call(entries, exits, "pwrite64", fields("fd", U32, "buf", U64, "count", U64, "pos", S64), fields());
        call(entries, exits, "fdatasync", fields("fd", U32), fields());
        call(entries, exits, "clone", fields("flags", POINTER, "newsp", POINTER, "parent_tid", POINTER, "child_tid", POINTER), fields());
        call(entries, exits, "wait4", fields("upid", S32, "options", S32), fields("stat_addr", U64, "ru", U64));
        call(entries, exits, "exit_group", fields("error_code", S32), fields());
        call(entries, exits, "ioctl", fields("fd", U32, "cmd", U32, "arg", U64), fields("arg", U64));
        call(entries, exits, "rt_sigprocmask", fields("how", S32, "nset", U64, "sigsetsize", U64), fields("oset", U64));
        call(entries, exits, "openat", fields("dfd", S32, "filename", text(), "flags", S32, "mode", U16), fields());
        call(entries, exits, "close", fields("fd", U32), fields());
        call(entries, exits, "mmap", fields("addr", POINTER, "len", U64, "prot", S32, "flags", S32, "fd", S32, "offset", S64), fields());
        syscallEntry = entries.toArray(new Event[0]);
        syscallExit = exits.toArray(new Event[0]);
    }

    private static Object[] fields(Object... all) {
        return all;
    }

    private Event event(String name, Object... fields) {
        return declaration.event(name, fields);
    }

    private void call(List<Event> entries, List<Event> exits, String name, Object[] in, Object[] out) {
        entries.add(event("syscall_entry_" + name, in));
        Object[] results = new Object[out.length + 2];
        results[0] = "ret";
        results[1] = name.equals("mmap") ? POINTER : S64;
        System.arraycopy(out, 0, results, 2, out.length);
        exits.add(event("syscall_exit_" + name, results));
    }

    private Event wake(String name) {
        return event(name, "comm", COMM, "tid", S32, "prio", S32, "target_cpu", S32);
    }

    private Event process(String name) {
        return event(name, "comm", COMM, "tid", S32, "prio", S32);
    }

    private Event request(String name) {
        return event(name, "dev", U32, "sector", U64, "nr_sector", U32, "bytes", U32, "tid", S32, "rwbs", U32, "comm", COMM);
    }

    private Event packet(String name) {
        Int be8 = U8.order(ByteOrder.BIG_ENDIAN);
        Int be16 = U16.order(ByteOrder.BIG_ENDIAN);
        Int be32 = U32.order(ByteOrder.BIG_ENDIAN);
        Int hex16 = be16.base(16);
        Struct tcp = struct("source_port", be16, "dest_port", be16, "seq", be32, "ack_seq", be32, "data_offset", bits(4, 4), "reserved",
                bits(3, 1), "flags",
                bits(9, 1).base(16), "window_size", be16, "checksum", hex16, "urg_ptr", be16);
        Struct udp = struct("source_port", be16, "dest_port", be16, "len", be16, "check", be16);
        Struct icmp = struct("type", be8, "code", be8, "checksum", be16, "gateway", be32);
        Int transportType = U8.labels(label("_unknown", 0), label("_tcp", 1), label("_udp", 2), label("_icmp", 3));
        Int protocol = be8.labels(label("_unknown", 0), label("_icmp", 1), label("_unknown", 2, 5), label("_tcp", 6),
                label("_unknown", 7, 16),
                label("_udp", 17), label("_unknown", 18, 255));
        CtfType.Variant transport = variant("transport_header_type", "unknown", struct(), "tcp", tcp, "udp", udp, "icmp", icmp);
        Struct ipv4 = struct("version", bits(4, 4), "ihl", bits(4, 4), "tos", be8, "tot_len", be16, "id", hex16, "frag_off", be16, "ttl",
                be8, "protocol",
                protocol, "checksum", hex16, "saddr_padding", struct(), "saddr", new Array(be8, 4), "daddr_padding", struct(), "daddr",
                new Array(be8, 4),
                "transport_header_type", transportType, "transport_header", transport);
        Struct ipv6 = struct("version", bits(4, 4), "prio", bits(4, 4), "flow_lbl_padding", struct(), "flow_lbl",
                new Array(be8.base(16), 3), "payload_len",
                be16, "nexthdr", protocol, "hop_limit", be8, "saddr_padding", struct(), "saddr", new Array(hex16, 8), "daddr_padding",
                struct(), "daddr",
                new Array(hex16, 8), "transport_header_type", transportType, "transport_header", transport);
        return event(name, "skbaddr", POINTER, "len", U32, "name", text(), "network_header_type",
                U8.labels(label("_unknown", 0), label("_ipv4", 1), label("_ipv6", 2)), "network_header",
                variant("network_header_type", "unknown", struct(), "ipv4", ipv4, "ipv6", ipv6));
    }

    private static Int bits(int size, int alignment) {
        return unsigned(size).align(alignment).order(ByteOrder.BIG_ENDIAN);
    }
}
