/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** Only {@code core.event} knows what tracers call their events; everything above it speaks of facts. Nobody counts the fields of an event. */
final class EventNamesTest {
    private static final Path CORE = Checkout.root().resolve("plugins/org.bowline.core/src/main/java/org/bowline/core");
    private static final Pattern EVENT_NAME = Pattern
            .compile("\"(sched[_:](switch|wak|process|migrate|pi_)\\w*|(soft)?irq[_:]\\w*(entry|exit|raise)"
                    + "|h?rtimer_\\w+|timer_(expire|init|start|cancel)\\w*|block[_:]rq_\\w+|net_(dev|if)_\\w+|netif_\\w+|napi_\\w+|sys(call)?_(entry|exit)\\w*"
                    + "|(lttng_)?statedump_\\w+|inet_sock_\\w+|\\w*local_timer_\\w+|x86_(irq|exceptions)_\\w+|power_cpu_\\w+"
                    // providers' events, also in a list; the start of a name; a field of a scope
                    + "|(.*[ ,])?[a-z]\\w*:(\\w.*)?|[a-z][a-z0-9_]*_|\\$[a-z]+\\.\\w+)\"");

    private static final Pattern BARE_NUMBER = Pattern.compile("\\w+\\.(?:has|integer|real|text|length|element)\\(\\s*\\d");

    @Test
    void noRoomOfCoreButEventNamesEventsOfATracer() {
        assertThat(Checkout.files().stream().filter(file -> file.startsWith(CORE) && !file.startsWith(CORE.resolve("event")))
                .flatMap(file -> Checkout.text(file).stream()
                        .flatMap(text -> eventNames(text).stream().map(name -> CORE.relativize(file) + ": " + name))))
                .isEmpty();
    }

    @Test
    void aRoomThatDoesIsFound() {
        assertThat(eventNames("if (name.equals(\"sched_switch\") || \"irq_handler_entry\".equals(name)) // \"sched_waking\""))
                .containsExactly("\"sched_switch\"", "\"irq_handler_entry\"");
        assertThat(eventNames("/* after \"sched_switch\" */ x = \"timer\"; y = \"// \" + \"softirq_raise\";"))
                .containsExactly("\"softirq_raise\"");
        assertThat(eventNames("x = \"callstack_\"; y = \"a_lib:func_, b_lib:func_\"; z = \"bowline:\" + \"$common.vtid\" + \"$common.\";"))
                .containsExactly("\"callstack_\"", "\"a_lib:func_, b_lib:func_\"", "\"bowline:\"", "\"$common.vtid\"");
        assertThat(eventNames("x = \"lost: \" + count + \", of which: \" + \"arch_timer\" + \"it said: no\" + \"10:30\";")).isEmpty();
    }

    @Test
    void noFieldOfAnEventIsReadByABareNumber() {
        assertThat(Checkout.files().stream().filter(file -> file.startsWith(CORE)).flatMap(file -> Checkout.text(file).stream()
                .flatMap(text -> bareNumbers(text).stream().map(read -> CORE.relativize(file) + ": " + read)))).isEmpty();
    }

    @Test
    void aFieldThatIsIsFound() {
        assertThat(bareNumbers("next = (int) event.integer(4); if (cursor.has( 2) && names.text(COMM).has(slot + 1)) {}"))
                .containsExactly("event.integer(4", "cursor.has( 2");
    }

    private static List<String> bareNumbers(String source) {
        return BARE_NUMBER.matcher(source).results().map(MatchResult::group).toList();
    }

    private static List<String> eventNames(String source) {
        return JavaText.commentsAndStrings(source).stream().filter(EVENT_NAME.asMatchPredicate()).toList();
    }
}
