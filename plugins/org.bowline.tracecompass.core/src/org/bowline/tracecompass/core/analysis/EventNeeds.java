/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.analysis.requirements.TmfAbstractAnalysisRequirement;
import org.eclipse.tracecompass.tmf.core.analysis.requirements.TmfAnalysisEventRequirement;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTraceWithPreDefinedEvents;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.jspecify.annotations.Nullable;

import org.bowline.core.event.UserVocabulary;

/** Which kernel events the analysis uses, which of them a trace does not have, and which recording profile has them. */
enum EventNeeds {
    SCHEDULER(true, "waits-minimal", "sched_switch"), //
    WAKEUPS(true, "waits-minimal", "sched_waking", "sched_wakeup", "sched_wakeup_new"), //
    INTERRUPTS(false, "waits-minimal", "irq_handler_entry", "irq_softirq_entry"), //
    NETWORK(false, "waits-network", "net_dev_queue", "net_if_receive_skb", "netif_receive_skb"), //
    DISKS(false, "waits-disk", "block_rq_issue", "block_rq_complete");

    private final boolean mandatory;
    private final String profile;
    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> anyOf;

    EventNeeds(boolean mandatory, String profile, String... anyOf) {
        this.mandatory = mandatory;
        this.profile = profile;
        this.anyOf = List.of(anyOf);
    }

    /** Without these there is nothing to analyse. */
    boolean isMandatory() {
        return mandatory;
    }

    /** The recording profiles that have them; all of them have what the least has. */
    static String profiles(List<EventNeeds> needs) {
        List<String> profiles = needs.stream().map(need -> need.profile).distinct().toList();
        List<String> more = profiles.stream().filter(profile -> !profile.equals(SCHEDULER.profile)).toList();
        return String.join(", ", more.isEmpty() ? profiles : more);
    }

    private String label() {
        return switch (this) {
            case SCHEDULER -> Messages.help_scheduler;
            case WAKEUPS -> Messages.help_wakeups;
            case INTERRUPTS -> Messages.help_interrupts;
            case NETWORK -> Messages.help_network;
            case DISKS -> Messages.help_disks;
        };
    }

    /** The needs that no trace of an experiment meets. Traces that do not tell their events are believed to have them. */
    static List<EventNeeds> missing(ITmfTrace trace) {
        return missing(names(trace));
    }

    /**
     * The needs that no event meets.
     *
     * @param whole names of events, perhaps with that of a provider in front; null: not known
     */
    static List<EventNeeds> missing(@Nullable Set<String> whole) {
        if (whole == null) {
            return List.of();
        }
        Set<String> names = new HashSet<>();
        whole.forEach(name -> names.add(name.substring(name.indexOf(':') + 1))); // perf says sched:sched_switch
        List<EventNeeds> missing = new ArrayList<>();
        for (EventNeeds need : values()) {
            if (need.anyOf.stream().noneMatch(names::contains)) {
                missing.add(need);
            }
        }
        return missing;
    }

    /** Whether an experiment has requests as programs tell them with Bowline's annotations: these are worth an analysis without any event of a kernel. */
    static boolean tellsRequests(ITmfTrace trace) {
        Set<String> names = names(trace);
        return names != null && names.contains(UserVocabulary.INTERVAL_BEGIN) && names.contains(UserVocabulary.INTERVAL_END);
    }

    /** The events of all traces of an experiment; null if one of them does not tell. */
    private static @Nullable Set<String> names(ITmfTrace trace) {
        Set<String> names = new HashSet<>();
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            if (!(member instanceof ITmfTraceWithPreDefinedEvents telling)) {
                return null;
            }
            for (ITmfEventType type : telling.getContainedEventTypes()) {
                names.add(type.getName());
            }
        }
        return names;
    }

    /** As Trace Compass lists them in the properties of an analysis. */
    static Set<TmfAbstractAnalysisRequirement> requirements() {
        Set<TmfAbstractAnalysisRequirement> all = new LinkedHashSet<>();
        for (EventNeeds need : values()) {
            // of the names of a need one is enough; Trace Compass asks experiments nothing, so the test proper is the module's canExecute
            TmfAnalysisEventRequirement requirement = new TmfAnalysisEventRequirement(need.anyOf,
                    need.mandatory ? TmfAbstractAnalysisRequirement.PriorityLevel.AT_LEAST_ONE
                            : TmfAbstractAnalysisRequirement.PriorityLevel.OPTIONAL);
            requirement.addInformation(org.eclipse.osgi.util.NLS.bind(Messages.help_profile, need.profile));
            all.add(requirement);
        }
        return all;
    }

    static String labels(List<EventNeeds> needs) {
        return String.join(", ", needs.stream().map(EventNeeds::label).toList());
    }
}
