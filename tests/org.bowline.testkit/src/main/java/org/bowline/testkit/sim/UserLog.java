/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.testkit.sim;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.bowline.testkit.CtfDeclaration;
import org.bowline.testkit.CtfDeclaration.Event;
import org.bowline.testkit.CtfStreamWriter;
import org.bowline.testkit.CtfType;

/** Records a host's user-space events: begin and end of requests. */
final class UserLog {
    private static final int DEBUG_LINE = 13;
    private final Event begin;
    private final Event end;
    private long count;

    UserLog(CtfDeclaration declaration) {
        declaration.context("vpid", CtfType.signed(32), "vtid", CtfType.signed(32), "procname", CtfType.characters(17));
        begin = request(declaration, "wl:req_begin");
        end = request(declaration, "wl:req_end");
    }

    private static Event request(CtfDeclaration declaration, String name) {
        return declaration.event(DEBUG_LINE, name, "req", CtfType.signed(32), "type", CtfType.signed(32), "name", CtfType.text());
    }

    long count() {
        return count;
    }

    void requestBegin(Task task, long request, int type) {
        record(begin, task, request, type);
    }

    void requestEnd(Task task, long request, int type) {
        record(end, task, request, type);
    }

    private void record(Event event, Task task, long request, int type) {
        Cpu cpu = task.cpu;
        CtfStreamWriter out = cpu.user;
        if (out == null) {
            return;
        }
        cpu.now += 300;
        try {
            out.begin(event, cpu.host.clock.cycles(cpu.now));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.integer(task.pid).integer(task.tid).text(task.comm).integer(request).integer(type).text("client");
        out.end();
        count++;
    }
}
