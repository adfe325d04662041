/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.tracecompass.tmf.core.analysis.requirements.TmfAbstractAnalysisRequirement;
import org.eclipse.tracecompass.tmf.core.analysis.requirements.TmfAnalysisEventRequirement;
import org.eclipse.tracecompass.tmf.core.event.ITmfEventType;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTraceWithPreDefinedEvents;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;

/** Which kernel events the analysis uses, which of them a trace does not have, and which recording profile has them. */
enum EventNeeds {
    SCHEDULER(true, "waits", "sched_switch"), //
    WAKEUPS(true, "waits", "sched_waking", "sched_wakeup", "sched_wakeup_new"), //
    INTERRUPTS(false, "waits", "irq_handler_entry", "irq_softirq_entry"), //
    NETWORK(false, "waits-network", "net_dev_queue", "net_if_receive_skb", "netif_receive_skb"), //
    DISKS(false, "waits-network", "block_rq_issue", "block_rq_complete");

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

    /** The recording profile that has them. */
    String profile() {
        return profile;
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
        Set<String> names = new LinkedHashSet<>();
        for (ITmfTrace member : TmfTraceManager.getTraceSet(trace)) {
            if (member instanceof ITmfTraceWithPreDefinedEvents telling) {
                for (ITmfEventType type : telling.getContainedEventTypes()) {
                    String name = type.getName();
                    names.add(name.substring(name.indexOf(':') + 1)); // perf says sched:sched_switch
                }
            } else {
                return List.of();
            }
        }
        List<EventNeeds> missing = new ArrayList<>();
        for (EventNeeds need : values()) {
            if (need.anyOf.stream().noneMatch(names::contains)) {
                missing.add(need);
            }
        }
        return missing;
    }

    /** As Trace Compass lists them in the properties of an analysis. */
    static Set<TmfAbstractAnalysisRequirement> requirements() {
        Set<TmfAbstractAnalysisRequirement> all = new LinkedHashSet<>();
        for (EventNeeds need : values()) {
            // of the names of a need one is enough; Trace Compass asks experiments nothing, so the test proper is the module's canExecute
            TmfAnalysisEventRequirement requirement = new TmfAnalysisEventRequirement(need.anyOf,
                    need.mandatory ? TmfAbstractAnalysisRequirement.PriorityLevel.AT_LEAST_ONE : TmfAbstractAnalysisRequirement.PriorityLevel.OPTIONAL);
            requirement.addInformation(org.eclipse.osgi.util.NLS.bind(Messages.help_profile, need.profile));
            all.add(requirement);
        }
        return all;
    }

    static String labels(List<EventNeeds> needs) {
        return String.join(", ", needs.stream().map(EventNeeds::label).toList());
    }
}
