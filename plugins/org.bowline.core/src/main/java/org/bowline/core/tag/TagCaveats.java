/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.List;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.Words;

/** What is not known of tags, in words. */
public final class TagCaveats {
    private TagCaveats() {}

    static void pops(String host, long stray, long skipped, List<Caveat> caveats) {
        if (stray > 0) {
            caveats.add(Caveat.of(Severity.WARNING, host, "tag-pop-without-push", stray, Words.count(stray,
                    "event says that a thread leaves a module that it was not in.",
                    "events say that a thread leaves a module that it was not in.")
                    + " They change nothing. A thread that entered a module before the recording began is untagged until its next tag;"
                    + " if there are many, the program pops what it did not push."));
        }
        if (skipped > 0) {
            caveats.add(Caveat.of(Severity.WARNING, host, "tag-pop-out-of-order", skipped, Words.count(skipped,
                    "event says that a thread leaves a module while it is in an inner one.",
                    "events say that a thread leaves a module while it is in an inner one.")
                    + " The inner ones are left with it. See whether the program pops on all ways out of a function."));
        }
    }

    /** Events were lost on a host: some threads are somewhere, and nobody knows where. */
    public static Caveat lost(String host, long losses, long threads, long fromNanos, long toNanos) {
        return new Caveat(Severity.WARNING, host, "tags-lost", losses, fromNanos, toNanos,
                "Events that may have been tags were lost " + Words.times(losses) + ": " + Words.count(threads, "thread")
                        + " of programs with tags ran there, and their time is (unknown) until the next tag that tells where they are."
                        + " Record with larger buffers, or fewer tags.");
    }

    /**
     * The kernel trace does not have the threads of some events.
     *
     * @param outside how many of them are of a time of which it tells nothing
     */
    public static Caveat withoutThread(String host, long events, long outside) {
        String left = Words.count(events, "event of a tag is", "events of tags are") + " left out, as ";
        return Caveat.of(Severity.WARNING, host, "tags-without-thread", events, outside == events
                ? left + "the kernel's trace of the host begins later or ends earlier. That of a flight recorder (--snapshot) reaches less far back than what"
                        + " programs tell: larger buffers (--buffers) reach further."
                : left + "it is not known which thread recorded them"
                        + (outside == 0 ? "" : "; " + outside + " of them as the kernel's trace of the host begins later or ends earlier")
                        + ". Record them with the context vtid, and a kernel trace at the same time.");
    }

    /** There is no kernel trace. */
    public static Caveat wallTime(String host) {
        return Caveat.of(Severity.WARNING, host, "tags-wall-time", 0,
                "The host has no kernel trace, so times of its tags are those of the clock on the wall, from a thread's first tag event to its last,"
                        + " and count waiting as well as running. Record a kernel trace, too: profile waits-network of"
                        + " lttng-profiles/bowline-record.");
    }

    /** Numbers of bytes that cannot be. */
    public static Caveat badBytes(String host, long events) {
        return Caveat.of(Severity.WARNING, host, "tag-bytes", events, Words.count(events, "tag event has", "tag events have")
                + " a negative number of bytes, which counts as none. Is it the right field?");
    }
}
