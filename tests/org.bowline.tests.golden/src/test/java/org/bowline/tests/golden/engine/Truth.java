/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;

/** The true relation of the clocks of a lab recording: {@code host_ns = ref_host_ns + B · (trace_ns − ref_trace_ns)}. */
final class Truth {
    private final JsonObject hosts;

    private Truth(JsonObject hosts) {
        this.hosts = hosts;
    }

    static Truth of(Path recording) throws IOException {
        return new Truth(
                JsonParser.parseString(Files.readString(recording.resolve("truth.json"))).getAsJsonObject().getAsJsonObject("hosts"));
    }

    /** What the clock of another host showed when the clock of a host showed a time. */
    long onClockOf(String other, String host, long time) {
        JsonObject from = hosts.getAsJsonObject(host);
        JsonObject to = hosts.getAsJsonObject(other);
        double sinceReference = from.get("B").getAsDouble() * (time - from.get("ref_trace_ns").getAsLong())
                + (from.get("ref_host_ns").getAsLong() - to.get("ref_host_ns").getAsLong());
        return to.get("ref_trace_ns").getAsLong() + Math.round(sinceReference / to.get("B").getAsDouble());
    }

    /** When the last event of a host was recorded, as babeltrace2 tells it. */
    long lastEventNanos(String host) {
        return hosts.getAsJsonObject(host).get("last_event_ns").getAsLong();
    }

    /** How wrong the truth itself may be for two hosts, ns. */
    long boundNanos(String a, String b) {
        return (long) Math.ceil(
                hosts.getAsJsonObject(a).get("tsc_bound_ns").getAsDouble() + hosts.getAsJsonObject(b).get("tsc_bound_ns").getAsDouble())
                + 1;
    }
}
