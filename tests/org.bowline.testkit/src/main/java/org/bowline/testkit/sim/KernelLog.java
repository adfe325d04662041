/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfStreamWriter;

/** Records a host's kernel events; each moves its processor's time on a little. */
final class KernelLog {
    private static final long HANDLER = 0xffffffff99b58f60L;
    private static final byte[] ETH = "eth0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LO = "lo".getBytes(StandardCharsets.US_ASCII);
    private static final byte[][] FILES = {bytes("/etc/hosts"), bytes("/proc/stat"), bytes("/usr/lib/x86_64-linux-gnu/libc.so.6")};
    private static final long NAMESPACE = 4026531836L;

    private final KernelEvents events;
    private final Randomness random;
    /** In how many of a million events a loss begins. */
    private final int lossPerMillion;
    private long count;

    KernelLog(KernelEvents events, Randomness random, int lossPerMillion) {
        this.events = events;
        this.random = random;
        this.lossPerMillion = lossPerMillion;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Events recorded so far. */
    long count() {
        return count;
    }

    private boolean begin(Cpu cpu, Event event) {
        cpu.now += 120 + random.below(500);
        try {
            if (lossPerMillion > 0 && lost(cpu)) {
                return false;
            }
            cpu.kernel.begin(event, cpu.host.clock.cycles(cpu.now));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return true;
    }

    private boolean lost(Cpu cpu) throws IOException {
        if (cpu.losing == 0 && random.below(1_000_000) < lossPerMillion) {
            cpu.losing = 1 + random.below(2000);
        }
        if (cpu.losing == 0) {
            return false;
        }
        cpu.kernel.discard(1);
        cpu.losing--;
        return true;
    }

    private void end(CtfStreamWriter out) {
        out.end();
        count++;
    }

    /** An event of integers only. */
    private void plain(Cpu cpu, Event event) {
        if (begin(cpu, event)) {
            end(cpu.kernel);
        }
    }

    private void plain(Cpu cpu, Event event, long a) {
        if (begin(cpu, event)) {
            end(cpu.kernel.integer(a));
        }
    }

    private void plain(Cpu cpu, Event event, long a, long b) {
        if (begin(cpu, event)) {
            end(cpu.kernel.integer(a).integer(b));
        }
    }

    private void plain(Cpu cpu, Event event, long a, long b, long c) {
        if (begin(cpu, event)) {
            end(cpu.kernel.integer(a).integer(b).integer(c));
        }
    }

    private void plain(Cpu cpu, Event event, long a, long b, long c, long d) {
        if (begin(cpu, event)) {
            end(cpu.kernel.integer(a).integer(b).integer(c).integer(d));
        }
    }

    void schedSwitch(Cpu cpu, Task prev, long state, Task next) {
        if (begin(cpu, events.schedSwitch)) {
            end(cpu.kernel.text(prev.comm).integer(prev.tid).integer(20).integer(state).text(next.comm).integer(next.tid).integer(20));
        }
    }

    private void wake(Cpu cpu, Event event, Task task, int target) {
        if (begin(cpu, event)) {
            end(cpu.kernel.text(task.comm).integer(task.tid).integer(20).integer(target));
        }
    }

    void waking(Cpu cpu, Task task, int target) {
        wake(cpu, events.schedWaking, task, target);
    }

    void wakeup(Cpu cpu, Task task, int target) {
        wake(cpu, events.schedWakeup, task, target);
    }

    void wakeupNew(Cpu cpu, Task task, int target) {
        wake(cpu, events.schedWakeupNew, task, target);
    }

    void migrate(Cpu cpu, Task task, int from, int to) {
        if (begin(cpu, events.schedMigrate)) {
            end(cpu.kernel.text(task.comm).integer(task.tid).integer(20).integer(from).integer(to));
        }
    }

    void fork(Cpu cpu, Task parent, Task child) {
        if (begin(cpu, events.fork)) {
            end(cpu.kernel.text(parent.comm).integer(parent.tid).integer(parent.pid).integer(NAMESPACE).text(child.comm).integer(child.tid)
                    .integers(child.tid).integer(child.pid).integer(NAMESPACE));
        }
    }

    void exec(Cpu cpu, Task task) {
        if (begin(cpu, events.exec)) {
            end(cpu.kernel.text(bytes("/usr/bin/" + task.name)).integer(task.tid).integer(task.tid));
        }
    }

    private void process(Cpu cpu, Event event, Task task, int tid) {
        if (begin(cpu, event)) {
            end(cpu.kernel.text(task.comm).integer(tid).integer(20));
        }
    }

    void exit(Cpu cpu, Task task) {
        process(cpu, events.exit, task, task.tid);
    }

    void free(Cpu cpu, Task task) {
        process(cpu, events.free, task, task.tid);
    }

    void processWait(Cpu cpu, Task task) {
        process(cpu, events.processWait, task, 0);
    }

    void irqEntry(Cpu cpu, int irq, String name) {
        if (begin(cpu, events.irqEntry)) {
            end(cpu.kernel.integer(irq).text(name));
        }
    }

    void irqExit(Cpu cpu, int irq) {
        plain(cpu, events.irqExit, irq, 1);
    }

    void softirqRaise(Cpu cpu, int vector) {
        plain(cpu, events.softirqRaise, vector);
    }

    void softirqEntry(Cpu cpu, int vector) {
        plain(cpu, events.softirqEntry, vector);
    }

    void softirqExit(Cpu cpu, int vector) {
        plain(cpu, events.softirqExit, vector);
    }

    void localTimerEntry(Cpu cpu) {
        plain(cpu, events.localTimerEntry, 236);
    }

    void localTimerExit(Cpu cpu) {
        plain(cpu, events.localTimerExit, 236);
    }

    void rescheduleInterrupt(Cpu cpu) {
        plain(cpu, events.rescheduleEntry, 253);
        plain(cpu, events.rescheduleExit, 253);
    }

    void callSingleEntry(Cpu cpu) {
        plain(cpu, events.callSingleEntry, 251);
    }

    void callSingleExit(Cpu cpu) {
        plain(cpu, events.callSingleExit, 251);
    }

    void hrtimerStart(Cpu cpu, long timer, long after) {
        if (begin(cpu, events.hrtimerStart)) {
            long expires = cpu.host.clock.cycles(cpu.now + after);
            end(cpu.kernel.integer(timer).integer(HANDLER).integer(expires).integer(expires).integer(1));
        }
    }

    void hrtimerCancel(Cpu cpu, long timer) {
        plain(cpu, events.hrtimerCancel, timer);
    }

    void hrtimerExpireEntry(Cpu cpu, long timer) {
        plain(cpu, events.hrtimerExpireEntry, timer, cpu.host.clock.cycles(cpu.now), HANDLER);
    }

    void hrtimerExpireExit(Cpu cpu, long timer) {
        plain(cpu, events.hrtimerExpireExit, timer);
    }

    void timerRestart(Cpu cpu, long timer) {
        plain(cpu, events.timerCancel, timer);
        if (begin(cpu, events.timerStart)) {
            long jiffies = 4294892296L + cpu.now / 4_000_000;
            end(cpu.kernel.integer(timer).integer(HANDLER).integer(jiffies + 50).integer(jiffies).integer(0x4400000 + cpu.index));
        }
    }

    void timerExpireEntry(Cpu cpu, long timer) {
        long jiffies = 4294892296L + cpu.now / 4_000_000;
        plain(cpu, events.timerExpireEntry, timer, jiffies, HANDLER, jiffies);
    }

    void timerExpireExit(Cpu cpu, long timer) {
        plain(cpu, events.timerExpireExit, timer);
    }

    void queueWork(Cpu cpu, long work) {
        plain(cpu, events.workQueue, work, HANDLER, cpu.index);
    }

    void workStart(Cpu cpu, long work) {
        plain(cpu, events.workStart, work, HANDLER);
    }

    void workEnd(Cpu cpu, long work) {
        plain(cpu, events.workEnd, work, HANDLER);
    }

    void skbConsume(Cpu cpu, long skb) {
        plain(cpu, events.skbConsume, skb);
    }

    void napiPoll(Cpu cpu, boolean loopback, int work) {
        if (begin(cpu, events.napiPoll)) {
            end(cpu.kernel.integer(0xffff8b5045838008L).text(loopback ? LO : ETH).integer(work).integer(64));
        }
    }

    void netXmit(Cpu cpu, boolean loopback, long skb, int length) {
        if (begin(cpu, events.netXmit)) {
            end(cpu.kernel.integer(skb).integer(0).integer(length).text(loopback ? LO : ETH));
        }
    }

    /** A packet with its link header is given to the device. */
    void netQueue(Cpu cpu, Endpoint from, Packet packet, long skb) {
        boolean loopback = packet.to().host == cpu.host;
        segment(cpu, events.netQueue, skb, 66 + packet.payload(), loopback, from, packet.to(), packet.seq(), packet.ack(), packet.payload(),
                packet.id());
    }

    /** A packet, or a part of it, has come in, without its link header. */
    void netReceive(Cpu cpu, Packet packet, long skb, int from, int length) {
        Endpoint to = packet.to();
        boolean loopback = to.peer().host == to.host;
        segment(cpu, events.netReceive, skb, 52 + length, loopback, to.peer(), to, packet.seq() + from, packet.ack(), length, packet.id());
    }

    private void segment(Cpu cpu, Event event, long skb, int length, boolean loopback, Endpoint from, Endpoint to, int seq, int ack,
            int payload, int id) {
        if (!begin(cpu, event)) {
            return;
        }
        CtfStreamWriter out = cpu.kernel;
        out.integer(skb).integer(length).text(loopback ? LO : ETH).integer(1);
        out.integer(4).integer(5).integer(0).integer(52 + payload).integer(id & 0xffff).integer(16384).integer(64).integer(6)
                .integer(random.bits() & 0xffff);
        out.integers(from.host.address).integers(to.host.address).integer(1);
        out.integer(from.port).integer(to.port).integer(seq).integer(ack).integer(8).integer(0).integer(payload > 0 ? 0x18 : 0x10)
                .integer(501)
                .integer(random.bits() & 0xffff).integer(0);
        end(out);
    }

    void bioQueue(Cpu cpu, Disk disk, Disk.Request request) {
        if (begin(cpu, events.blockBioQueue)) {
            end(cpu.kernel.integer(disk.device).integer(request.sector()).integer(request.bytes() / 512).integer(33)
                    .integer(cpu.current.tid)
                    .text(cpu.current.comm));
        }
    }

    private void request(Cpu cpu, Event event, Disk disk, Disk.Request request) {
        if (begin(cpu, event)) {
            end(cpu.kernel.integer(disk.device).integer(request.sector()).integer(request.bytes() / 512).integer(request.bytes())
                    .integer(cpu.current.tid)
                    .integer(33).text(cpu.current.comm));
        }
    }

    void blockInsert(Cpu cpu, Disk disk, Disk.Request request) {
        request(cpu, events.blockInsert, disk, request);
    }

    void blockIssue(Cpu cpu, Disk disk, Disk.Request request) {
        request(cpu, events.blockIssue, disk, request);
    }

    void blockComplete(Cpu cpu, Disk disk, Disk.Request request) {
        if (begin(cpu, events.blockComplete)) {
            end(cpu.kernel.integer(disk.device).integer(request.sector()).integer(request.bytes() / 512).integer(0).integer(33));
        }
    }

    /** Entry of a system call with integer arguments. */
    void enter(Cpu cpu, int call, long... arguments) {
        if (begin(cpu, events.syscallEntry[call])) {
            for (long argument : arguments) {
                cpu.kernel.integer(argument);
            }
            end(cpu.kernel);
        }
    }

    /** Exit of a system call: result, then what it gave back. */
    void leave(Cpu cpu, int call, long... results) {
        if (begin(cpu, events.syscallExit[call])) {
            for (long result : results) {
                cpu.kernel.integer(result);
            }
            end(cpu.kernel);
        }
    }

    /** A system call that returns soon: what programs do all the time. */
    void smallCall(Cpu cpu) {
        int dice = random.below(16);
        long a = random.bits() & 0xffff;
        if (dice < 5) {
            enter(cpu, KernelEvents.WRITE, 1 + (a & 31), 0x7f0000000000L + a, a & 4095);
            leave(cpu, KernelEvents.WRITE, a & 4095);
        } else if (dice < 9) {
            enter(cpu, KernelEvents.READ, a & 31, 4096);
            leave(cpu, KernelEvents.READ, a & 4095, 0x7f0000000000L + a);
        } else if (dice < 12) {
            enter(cpu, KernelEvents.LSEEK, a & 31, a, 0);
            leave(cpu, KernelEvents.LSEEK, a);
        } else if (dice == 12) {
            enter(cpu, KernelEvents.IOCTL, a & 31, 0xf605, a);
            leave(cpu, KernelEvents.IOCTL, -25, a);
        } else if (dice == 13) {
            enter(cpu, KernelEvents.SIGPROCMASK, 0, 0x7ffe0000L + a, 8);
            leave(cpu, KernelEvents.SIGPROCMASK, 0, 0);
        } else if (dice == 14) {
            enter(cpu, KernelEvents.MMAP, 0, 8192, 3, 34, -1, 0);
            leave(cpu, KernelEvents.MMAP, 0x7f0000000000L + a * 4096);
        } else {
            if (begin(cpu, events.syscallEntry[KernelEvents.OPENAT])) {
                end(cpu.kernel.integer(-100).text(FILES[(int) (a % FILES.length)]).integer(0x80000).integer(0));
            }
            leave(cpu, KernelEvents.OPENAT, 3);
            enter(cpu, KernelEvents.CLOSE, 3);
            leave(cpu, KernelEvents.CLOSE, 0);
        }
    }

    /** The state of the host at the begin of the trace. */
    void stateDump(Cpu cpu) {
        SimHost host = cpu.host;
        plain(cpu, events.dumpStart);
        for (Task task : host.tasks) {
            if (begin(cpu, events.dumpProcess)) {
                int status = task.state == Task.RUNNING ? 6 : 5;
                end(cpu.kernel.integer(task.tid).integer(task.pid).integer(task.parent).text(task.comm).integer(task.kernel ? 1 : 0)
                        .integer(task.kernel ? 5 : 2).integer(0).integer(status).integer(task.cpu.index)
                        .integer(0xffff8b5041206100L + 0x40L * task.pid));
            }
            plain(cpu, events.dumpNetNs, task.tid, 4026531840L);
            if (begin(cpu, events.dumpPidNs)) {
                end(cpu.kernel.integer(task.tid).integer(task.tid).integer(task.pid).integer(task.parent).integer(0).integer(NAMESPACE));
            }
        }
        if (begin(cpu, events.dumpFile)) {
            end(cpu.kernel.integer(0xffff8b5041206100L).integer(0).integer(0x8000).integer(0xA0001).text("/dev/console"));
        }
        for (Cpu other : host.cpus) {
            interrupt(cpu, NetworkCard.irq(other), NetworkCard.action(other));
            interrupt(cpu, DiskIrq.irq(other), DiskIrq.action(other));
        }
        if (begin(cpu, events.dumpBlockDevice)) {
            end(cpu.kernel.integer(host.disk.device).text(host.disk.name));
        }
        networkInterface(cpu, LO, 0x7F000001L);
        networkInterface(cpu, ETH, host.address[0] << 24 | host.address[1] << 16 | host.address[2] << 8 | host.address[3]);
        for (Cpu other : host.cpus) {
            if (begin(cpu, events.dumpTopology)) {
                end(cpu.kernel.text("x86").integer(other.index).text("AuthenticAMD").integer(15).integer(107).text("Simulated").integer(0)
                        .integer(other.index).integer(host.cpus.size()));
            }
        }
        plain(cpu, events.dumpEnd);
    }

    private void interrupt(Cpu cpu, int irq, String action) {
        if (begin(cpu, events.dumpInterrupt)) {
            end(cpu.kernel.integer(irq).text("PCI-MSI").text(action).integer(0));
        }
    }

    private void networkInterface(Cpu cpu, byte[] name, long address) {
        if (begin(cpu, events.dumpInterface)) {
            end(cpu.kernel.text(name).integer(address));
        }
    }

    /** Names of the network card's interrupts. */
    static final class NetworkCard {
        private NetworkCard() {}

        static int irq(Cpu cpu) {
            return 31 + cpu.index;
        }

        static String action(Cpu cpu) {
            return "virtio0-input." + cpu.index;
        }
    }

    /** Names of the disk's interrupts. */
    static final class DiskIrq {
        private DiskIrq() {}

        static int irq(Cpu cpu) {
            return 331 + cpu.index;
        }

        static String action(Cpu cpu) {
            return "virtio4-req." + cpu.index;
        }
    }
}
