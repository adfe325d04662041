/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import org.bowline.ctf.EventSelection.Request;

/** The session files of the kernel in lttng-profiles record what the engine reads: all of it but system calls, and nothing else. */
final class KernelProfilesTest {
    private static final Pattern EVENT = Pattern.compile("<event><name>([^<]+)</name>");
    /** Begin and end of LTTng's statedump: a few bytes, for whoever asks whether it is complete. */
    private static final Set<String> FRAME = Set.of("lttng_statedump_start", "lttng_statedump_end");
    /** Older names, what replaces sched_waking before Linux 4.3, and what the add-on modules record. */
    private static final Set<String> OLDER = Set.of("sched_wakeup", "sched_wakeup_new", "softirq_entry", "softirq_exit",
            "hrtimer_expire_entry",
            "hrtimer_expire_exit", "netif_receive_skb", "inet_sock_local_out", "inet_sock_local_in");
    /** What is read where somebody records system calls; the profile locks tells the same of user space, and more. */
    private static final Set<String> CALLS = Set.of("syscall_entry_futex", "syscall_exit_futex", "compat_syscall_entry_futex",
            "compat_syscall_exit_futex");

    /** What is read where somebody records it: it tells a wait with a time limit from a sleep, and there is one for each time that a processor has nothing to do. */
    private static final Set<String> TIMERS = Set.of("hrtimer_start", "timer_hrtimer_start");

    @Test
    void everyEventOfAProfileIsRead() throws IOException {
        Set<String> read = read();
        for (String profile : List.of("waits-minimal", "waits-network", "waits-disk", "waits-stacks", "samples")) {
            for (String event : events(profile)) {
                assertThat(FRAME.contains(event) || read.stream().anyMatch(name -> matches(event, name))).as("%s: %s", profile, event)
                        .isTrue();
            }
        }
    }

    @Test
    void everyEventThatIsReadIsInAProfile() throws IOException {
        Set<String> recorded = new TreeSet<>(events("waits-network"));
        recorded.addAll(events("waits-disk"));
        Set<String> missing = read().stream().filter(name -> recorded.stream().noneMatch(event -> matches(event, name)))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> expected = new TreeSet<>(OLDER);
        expected.addAll(CALLS);
        expected.addAll(TIMERS);
        assertThat(missing).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void everyProfileOfWaitsHasAllOfTheMinimal() throws IOException {
        Set<String> minimal = events("waits-minimal");
        assertThat(minimal).contains("sched_switch", "sched_waking");
        assertThat(events("waits-network")).containsAll(minimal).contains("net_dev_queue", "net_if_receive_skb");
        assertThat(events("waits-disk")).containsAll(minimal).contains("block_rq_issue", "block_rq_complete");
        assertThat(events("waits-stacks")).containsExactlyInAnyOrderElementsOf(minimal);
    }

    /** So that, merged with another profile, the event goes to the channel with the stacks. */
    @Test
    void theProfileOfSamplesHasATimerThatIsASampleWithStacks() throws IOException {
        assertThat(events("samples")).singleElement().satisfies(event -> assertThat(SampleVocabulary.isTimer(event)).isTrue());
        assertThat(events("waits-minimal")).containsAll(events("samples"));
    }

    /** What 64-bit x86 calls them; other names are those of 32-bit programs and of other machines. */
    @Test
    void theProfileOfSystemCallsHasThoseOnSockets() throws IOException {
        Set<String> read = new SocketVocabulary().selection().requests().stream().map(Request::event).collect(Collectors.toSet());
        assertThat(events("syscalls")).hasSize(16)
                .allMatch(name -> read.contains("syscall_entry_" + name) && read.contains("syscall_exit_" + name))
                .contains("recvfrom", "sendto", "read", "write", "accept4", "connect", "socket", "close");
    }

    private static boolean matches(String pattern, String name) {
        return pattern.endsWith("*") ? name.startsWith(pattern.substring(0, pattern.length() - 1)) : name.equals(pattern);
    }

    private static Set<String> read() {
        return new KernelVocabulary(false).selection().requests().stream().map(Request::event).collect(Collectors.toSet());
    }

    private static Set<String> events(String profile) throws IOException {
        Path top = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(top.resolve(".mvn"))) {
            top = top.getParent();
        }
        Set<String> events = new LinkedHashSet<>();
        Matcher event = EVENT.matcher(Files.readString(top.resolve("lttng-profiles/" + profile + ".lttng")));
        while (event.find()) {
            assertThat(events.add(event.group(1))).as("%s twice in %s", event.group(1), profile).isTrue();
        }
        return events;
    }
}
