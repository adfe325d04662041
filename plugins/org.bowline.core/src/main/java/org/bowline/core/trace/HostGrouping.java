/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import org.bowline.core.event.ClockOffset;
import org.bowline.core.event.KernelReader;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.ctf.metadata.ClockClass;
import org.bowline.ctf.metadata.TraceMetadata;
import org.bowline.ctf.trace.CtfTrace;

/**
 * Which traces are of one host: those that the user says are, else those with the same clock (LTTng's clock has the UUID of the boot), else
 * those with the same host name, else each trace is a host.
 */
final class HostGrouping {
    private static final String FORCED = "host ";

    private HostGrouping() {}

    /** A trace and where it was found. */
    record Member(TraceFinder.Found found, CtfTrace trace) {}

    static List<HostTraces> group(List<Member> members, List<HostOverride> overrides) {
        return group(members, member -> forcedHost(member, overrides));
    }

    /**
     * The same.
     *
     * @param said which host a trace is said to be of; null if nobody says anything
     */
    static List<HostTraces> group(List<Member> members, Function<Member, @Nullable String> said) {
        Map<String, List<Member>> groups = new java.util.LinkedHashMap<>();
        Map<String, String> keyOfHostname = new HashMap<>();
        Set<Member> later = new HashSet<>();
        for (Member member : members) {
            String forced = said.apply(member);
            String uuid = clockUuid(member.trace());
            if (forced != null) {
                groups.computeIfAbsent(FORCED + forced, key -> new ArrayList<>()).add(member);
            } else if (!uuid.isEmpty() && perfsHost(member.trace()).isEmpty()) {
                groups.computeIfAbsent("clock " + uuid, key -> new ArrayList<>()).add(member);
                keyOfHostname.putIfAbsent(hostname(member.trace()), "clock " + uuid);
            } else {
                later.add(member);
            }
        }
        for (Member member : members) {
            if (later.contains(member)) {
                String hostname = hostname(member.trace());
                String key = hostname.isEmpty()
                        ? keyOfHostname.getOrDefault(perfsHost(member.trace()), "trace " + member.found().original())
                        : keyOfHostname.getOrDefault(hostname, "name " + hostname);
                groups.computeIfAbsent(key, k -> new ArrayList<>()).add(member);
            }
        }
        return name(groups);
    }

    private static List<HostTraces> name(Map<String, List<Member>> groups) {
        List<HostTraces> hosts = new ArrayList<>();
        Set<String> used = new HashSet<>();
        // the names that the user gave come first: they stay as they are
        List<Map.Entry<String, List<Member>>> order = new ArrayList<>(groups.entrySet());
        order.sort(Comparator.comparing(group -> !group.getKey().startsWith(FORCED)));
        for (Map.Entry<String, List<Member>> group : order) {
            String name = group.getKey().startsWith(FORCED) ? group.getKey().substring(FORCED.length()) : wish(group.getValue());
            String unique = name;
            for (int i = 2; !used.add(unique); i++) {
                unique = name + "-" + i;
            }
            hosts.add(new HostTraces(unique, traces(group.getValue())));
        }
        hosts.sort(Comparator.comparing(HostTraces::name));
        return hosts;
    }

    /** The name that the traces of a host tell, or that of the first one's directory. */
    private static String wish(List<Member> members) {
        for (Member member : members) {
            String hostname = hostname(member.trace());
            if (!hostname.isEmpty()) {
                return hostname;
            }
        }
        Path name = members.get(0).found().original().toAbsolutePath().normalize().getFileName();
        return name == null ? "host" : name.toString();
    }

    private static List<OpenTrace> traces(List<Member> members) {
        ClockClass main = mainClock(members);
        List<OpenTrace> traces = new ArrayList<>();
        for (Member member : members) {
            traces.add(new OpenTrace(member.found().original(), member.found().displayPath(), domain(member.trace()), member.trace(),
                    correction(main, member.trace().metadata())));
        }
        traces.sort(Comparator.comparing(OpenTrace::domain).thenComparing(OpenTrace::displayPath));
        return traces;
    }

    /** The clock of the first kernel trace: its offset is the host's. */
    private static @Nullable ClockClass mainClock(List<Member> members) {
        for (Member member : members) {
            if (domain(member.trace()) == Domain.KERNEL) {
                return ClockOffset.clock(member.trace().metadata());
            }
        }
        return members.isEmpty() ? null : ClockOffset.clock(members.get(0).trace().metadata());
    }

    private static long correction(@Nullable ClockClass main, TraceMetadata metadata) {
        ClockClass clock = ClockOffset.clock(metadata);
        if (main == null || clock == null || main.frequencyHz() != clock.frequencyHz() || main.uuid().isEmpty()
                || !(main.uuid().equals(clock.uuid()) || isPerfs(metadata))) {
            return 0;
        }
        return ClockOffset.nanos(main) - ClockOffset.nanos(clock);
    }

    /** Of samples. Who records them for a trace of LTTng's gives perf the same clock (-k CLOCK_MONOTONIC); whether somebody did shows where the samples are of threads that ran then. */
    private static boolean isPerfs(TraceMetadata metadata) {
        return KernelReader.isPerf(metadata) && KernelReader.isOnlySamples(metadata);
    }

    /** The user's word on a trace: that for the closest directory around it counts. */
    private static @Nullable String forcedHost(Member member, List<HostOverride> overrides) {
        HostOverride closest = null;
        for (HostOverride override : overrides) {
            if (concerns(override, member)
                    && (closest == null || real(override.directory()).getNameCount() > real(closest.directory()).getNameCount())) {
                closest = override;
            }
        }
        return closest == null ? null : closest.name();
    }

    /** Whether the trace is in the directory, by the path that the user sees or by where links lead. */
    static boolean concerns(HostOverride override, Member member) {
        Path path = member.found().original();
        return path.toAbsolutePath().normalize().startsWith(override.directory().toAbsolutePath().normalize())
                || real(path).startsWith(real(override.directory()));
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize(); // within an archive, or not there
        }
    }

    private static String clockUuid(CtfTrace trace) {
        ClockClass clock = ClockOffset.clock(trace.metadata());
        return clock == null ? "" : clock.uuid();
    }

    /** The host that perf names in a trace of samples; a trace of LTTng's of that name is of the same. Its clock has a UUID, which is another one each time. Empty if it is no such trace. */
    private static String perfsHost(CtfTrace trace) {
        return isPerfs(trace.metadata()) ? trace.metadata().environment("host") : "";
    }

    private static String hostname(CtfTrace trace) {
        return trace.metadata().environment("hostname");
    }

    private static Domain domain(CtfTrace trace) {
        TraceMetadata metadata = trace.metadata();
        if (KernelReader.isKernel(metadata)) {
            // of samples alone nobody knows what threads did, and they may go on after the trace that tells it
            return isPerfs(metadata) ? Domain.OTHER : Domain.KERNEL;
        }
        return metadata.environment("domain").equals("ust") ? Domain.USER : Domain.OTHER;
    }
}
