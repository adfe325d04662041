/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.ctf.StreamInfo;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;

/**
 * One trace that is there twice, as where somebody has put a copy beside it: read both times, every event of it would count twice. A copy has the UUID of the other, and its streams begin at the same moment and have no more packets. The
 * parts of a session that was rotated, and snapshots, have one UUID as well, but each begins at a moment of its own.
 */
final class Copies {
    private Copies() {}

    /**
     * Takes the copies out, and tells of each.
     *
     * @param members traces that can be read
     * @param refused where caveats are added
     * @param leftOut where what was taken out is added, with what is told of it
     * @return the others, in the same order; of a trace and its copy the one that has more, of equals the first
     */
    static List<HostGrouping.Member> leaveOut(List<HostGrouping.Member> members, List<Caveat> refused,
            Map<HostGrouping.Member, Caveat> leftOut) {
        List<HostGrouping.Member> byPackets = new ArrayList<>(members);
        byPackets.sort(Comparator.comparingLong((HostGrouping.Member member) -> packets(member.trace())).reversed());
        List<HostGrouping.Member> kept = new ArrayList<>();
        for (HostGrouping.Member member : byPackets) {
            kept.stream().filter(other -> isCopy(member.trace(), other.trace())).findFirst().ifPresentOrElse(original -> {
                Caveat told = Caveat.of(Severity.WARNING, "", "copied-trace", 1, "Left out " + member.found().displayPath()
                        + ": it is a copy of " + original.found().displayPath()
                        + " (all its packets are in it, too), and all that is in it would count twice. Remove one of them.");
                leftOut.put(member, told);
                refused.add(told);
            }, () -> kept.add(member));
        }
        return members.stream().filter(member -> !leftOut.containsKey(member)).toList();
    }

    private static long packets(CtfTrace trace) {
        return trace.streams().stream().mapToLong(StreamInfo::packets).sum();
    }

    private static boolean isCopy(CtfTrace trace, CtfTrace other) {
        List<StreamInfo> streams = trace.streams().stream().filter(stream -> stream.packets() > 0).toList();
        return !streams.isEmpty() && isOfOne(trace.metadata(), other.metadata())
                && streams.stream().allMatch(stream -> other.streams().stream().anyMatch(whole -> isPart(stream, whole)));
    }

    /** Whether a tracer wrote both in one session. Some tools write one UUID into all their traces: these differ in host or clock. */
    private static boolean isOfOne(TraceMetadata trace, TraceMetadata other) {
        return !trace.uuid().isEmpty() && trace.uuid().equals(other.uuid()) && trace.environment().equals(other.environment())
                && trace.clocks().equals(other.clocks());
    }

    private static boolean isPart(StreamInfo stream, StreamInfo whole) {
        return stream.streamClassId() == whole.streamClassId() && stream.cpu() == whole.cpu()
                && stream.beginNanos() == whole.beginNanos() && stream.firstPacket() == whole.firstPacket()
                && stream.packets() <= whole.packets() && stream.endNanos() <= whole.endNanos();
    }
}
