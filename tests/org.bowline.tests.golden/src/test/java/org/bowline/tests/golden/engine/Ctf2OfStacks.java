/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The metadata of the traces of {@link StackTracesTest} as CTF 2, in the form of LTTng 2.16: the data streams have the same layout. */
final class Ctf2OfStacks {
    private Ctf2OfStacks() {}

    private static String number(int bits, boolean signed, String more) {
        return "{'type':'fixed-length-" + (signed ? "signed" : "unsigned") + "-integer','length':" + bits
                + ",'byte-order':'little-endian','alignment':8" + more + "}";
    }

    private static String role(int bits, String role) {
        return number(bits, false, ",'roles':['" + role + "']");
    }

    private static String structure(String... namesAndClasses) {
        List<String> members = new ArrayList<>();
        for (int i = 0; i < namesAndClasses.length; i += 2) {
            members.add("{'name':'" + namesAndClasses[i] + "','field-class':" + namesAndClasses[i + 1] + "}");
        }
        return "{'type':'structure','member-classes':[" + String.join(",", members) + "]}";
    }

    private static String stack(String length) {
        return "{'type':'dynamic-length-array','element-field-class':" + number(64, false, ",'preferred-display-base':16")
                + ",'length-field-location':{'path':['" + length + "']}}";
    }

    private static String event(int id, String name, String payload) {
        return "{'type':'event-record-class','id':" + id + ",'data-stream-class-id':0,'name':'" + name + "','payload-field-class':"
                + payload
                + "}";
    }

    private static String option(String name, String range, String fields) {
        return "{'name':'" + name + "','selector-field-ranges':[" + range + "],'field-class':" + fields + "}";
    }

    /** The whole file. */
    static String metadata() {
        String comm = "{'type':'static-length-string','length':16}";
        String s32 = number(32, true, "");
        String time = role(64, "default-clock-timestamp");
        String packet = structure("timestamp_begin", time, "timestamp_end", role(64, "packet-end-default-clock-timestamp"), "content_size",
                role(64, "packet-content-length"), "packet_size", role(64, "packet-total-length"), "packet_seq_num",
                role(64, "packet-sequence-number"), "events_discarded", role(64, "discarded-event-record-counter-snapshot"), "cpu_id",
                number(32, false, ""));
        String header = structure("id", role(16, "event-record-class-id"), "v",
                "{'type':'variant','selector-field-location':{'path':['id']},'options':["
                        + option("compact", "[0,65534]", structure("timestamp", role(32, "default-clock-timestamp"))) + ","
                        + option("extended", "[65535,65535]", structure("id", role(32, "event-record-class-id"), "timestamp", time))
                        + "]}");
        String context = structure("_callstack_kernel_length", number(32, false, ""), "callstack_kernel", stack("_callstack_kernel_length"),
                "_callstack_user_length", number(32, false, ""), "callstack_user", stack("_callstack_user_length"));
        return Stream.of("{'type':'preamble','version':2}",
                "{'type':'trace-class','namespace':'lttng.org,2009','name':'','uid':'1','environment':{'hostname':'A','domain':'kernel','tracer_name':'lttng-modules'},"
                        + "'packet-header-field-class':"
                        + structure("magic", role(32, "packet-magic-number"), "uuid", "{'type':'static-length-blob','length':16}",
                                "stream_id",
                                role(32, "data-stream-class-id"), "stream_instance_id", role(64, "data-stream-id"))
                        + "}",
                "{'type':'clock-class','id':'monotonic','frequency':1000000000,'origin':'unix-epoch','offset-from-origin':{'seconds':0,'cycles':0}}",
                "{'type':'data-stream-class','id':0,'default-clock-class-id':'monotonic','packet-context-field-class':" + packet
                        + ",'event-record-header-field-class':" + header + ",'event-record-common-context-field-class':" + context + "}",
                event(0, "sched_switch",
                        structure("prev_comm", comm, "prev_tid", s32, "prev_prio", s32, "prev_state", number(64, true, ""), "next_comm",
                                comm,
                                "next_tid", s32, "next_prio", s32)),
                event(1, "sched_waking", structure("comm", comm, "tid", s32, "prio", s32, "target_cpu", s32)),
                event(2, "sched_process_exec", structure("filename", "{'type':'null-terminated-string'}", "tid", s32, "old_tid", s32)))
                .map(fragment -> "\u001e" + fragment.replace('\'', '"') + "\n").collect(Collectors.joining());
    }
}
