/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.bowline.ctf.EventSelection;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.trace.CtfTrace;

/** Which facts the kernel traces of a host can tell, by the event classes that they declare: a tracer declares what it was told to record. */
public final class RecordedFacts {
    /** Facts, as far as it matters whether they were recorded. */
    public enum Sort {
        /** Who runs where. */
        SWITCHES,
        /** Why a thread leaves a processor: it waits, or it has to give way. Without it a wait looks like the lack of a processor. */
        REASONS_TO_LEAVE,
        /** Who wakes whom, seen where the waker runs. */
        WAKINGS,
        /** Who starts which process or thread. */
        FORKS,
        /** Who is put on a run queue, perhaps seen on another CPU than the waker's. */
        WAKE_UPS,
        /** Hard and soft interrupts, both. */
        INTERRUPTS,
        /** Those of devices. */
        DEVICE_INTERRUPTS,
        /** Those in which the kernel does what devices and timers ask for. */
        SOFT_INTERRUPTS,
        /** Timers that expire. */
        TIMERS,
        /** Packets that are queued for sending, with their headers. */
        PACKETS_SENT,
        /** Packets that arrive, with their headers. */
        PACKETS_RECEIVED,
        /** Disk requests that are given to a device, and their completion. */
        DISK_REQUESTS,
        /** What there was when the recording began. */
        STATE_AT_START
    }

    private static final Pattern VERSION = Pattern.compile("^(\\d{1,4})\\.(\\d{1,4})");

    private RecordedFacts() {}

    /** What the traces of one host's kernel have. */
    public static Set<Sort> of(List<CtfTrace> kernelTraces) {
        Set<Sort> sorts = EnumSet.noneOf(Sort.class);
        Set<KernelVocabulary.Fact> facts = EnumSet.noneOf(KernelVocabulary.Fact.class);
        for (CtfTrace trace : kernelTraces) {
            KernelVocabulary vocabulary = new KernelVocabulary(KernelReader.isPerf(trace.metadata()));
            Set<String> declared = new HashSet<>();
            for (EventClass event : trace.metadata().eventClasses()) {
                declared.add(event.name());
            }
            List<EventSelection.Request> requests = vocabulary.selection().requests();
            for (int i = 0; i < requests.size(); i++) {
                if (declared.contains(requests.get(i).event())) {
                    facts.add(vocabulary.facts()[i]);
                    if (vocabulary.facts()[i] == KernelVocabulary.Fact.SWITCH && tellsWhy(trace, requests.get(i).event())) {
                        sorts.add(Sort.REASONS_TO_LEAVE);
                    }
                }
            }
            if (facts.contains(KernelVocabulary.Fact.WAKEUP) && wakesWhereWakerRuns(KernelReader.release(trace.metadata()))) {
                facts.add(KernelVocabulary.Fact.WAKING);
            }
        }
        for (KernelVocabulary.Fact fact : facts) {
            switch (fact) {
                case SWITCH -> sorts.add(Sort.SWITCHES);
                case WAKING -> sorts.add(Sort.WAKINGS);
                case FORK -> sorts.add(Sort.FORKS);
                case WAKEUP -> sorts.add(Sort.WAKE_UPS);
                case IRQ_ENTRY -> sorts.add(Sort.DEVICE_INTERRUPTS);
                case SOFTIRQ_ENTRY -> sorts.add(Sort.SOFT_INTERRUPTS);
                case HRTIMER_ENTRY -> sorts.add(Sort.TIMERS);
                case SEND, SOCKET_OUT -> sorts.add(Sort.PACKETS_SENT);
                case RECEIVE, SOCKET_IN -> sorts.add(Sort.PACKETS_RECEIVED);
                case THREAD -> sorts.add(Sort.STATE_AT_START);
                default -> {
                    // told together with others, below, or of no matter
                }
            }
        }
        if (sorts.contains(Sort.DEVICE_INTERRUPTS) && sorts.contains(Sort.SOFT_INTERRUPTS)) {
            sorts.add(Sort.INTERRUPTS);
        }
        if (facts.contains(KernelVocabulary.Fact.ISSUE) && facts.contains(KernelVocabulary.Fact.COMPLETE)) {
            sorts.add(Sort.DISK_REQUESTS);
        }
        return sorts;
    }

    private static boolean tellsWhy(CtfTrace trace, String name) {
        for (EventClass event : trace.metadata().eventClasses()) {
            StructClass payload = event.payload();
            if (event.name().equals(name) && payload != null
                    && payload.members().stream().anyMatch(member -> member.name().equals("prev_state"))) {
                return true;
            }
        }
        return false;
    }

    /** Up to Linux 4.2 a wake-up was always recorded where the waker runs. */
    private static boolean wakesWhereWakerRuns(String release) {
        Matcher version = VERSION.matcher(release);
        if (!version.find()) {
            return false;
        }
        int major = Integer.parseInt(version.group(1));
        return major < 4 || (major == 4 && Integer.parseInt(version.group(2)) < 3);
    }
}
