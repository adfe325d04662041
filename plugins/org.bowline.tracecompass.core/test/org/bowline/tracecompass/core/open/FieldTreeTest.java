/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.eclipse.tracecompass.tmf.core.event.ITmfEventField;
import org.junit.jupiter.api.Test;

import org.bowline.ctf.metadata.Scope;

/** The fields of an event of a CTF 2 trace, as Trace Compass has them. */
final class FieldTreeTest {
    private final FieldTree tree = new FieldTree();

    private List<String> fields() {
        return tree.root().getFields().stream().map(field -> field.getName() + '=' + field.getFormattedValue()).toList();
    }

    @Test
    void fieldsOfContextsAreToldFromThoseOfThePayload() {
        tree.beginScope(Scope.COMMON_CONTEXT);
        tree.variableInteger("vtid", 272, true);
        tree.endScope(Scope.COMMON_CONTEXT);
        tree.beginScope(Scope.PAYLOAD);
        tree.text("vtid", "another");
        tree.real("part", 0.5, 64);
        tree.blob("raw", new byte[] {0, (byte) 0xFF});
        tree.absent("nothing");
        tree.endScope(Scope.PAYLOAD);
        assertThat(fields()).containsExactly("context._vtid=272", "vtid=another", "part=0.5", "raw=00ff");
    }

    @Test
    void headersAndThePacketsContextAreLeftOut() {
        for (Scope scope : List.of(Scope.PACKET_HEADER, Scope.PACKET_CONTEXT, Scope.EVENT_HEADER)) {
            tree.beginScope(scope);
            tree.variableInteger("magic", 1, false);
            tree.beginStruct("times");
            tree.variableInteger("begin", 2, false);
            tree.endStruct();
            tree.endScope(scope);
        }
        tree.beginScope(Scope.PAYLOAD);
        tree.variableInteger("kept", 3, false);
        tree.endScope(Scope.PAYLOAD);
        assertThat(fields()).containsExactly("kept=3");
    }

    @Test
    void elementsOfArraysHaveTheirNumberForAName() {
        tree.beginScope(Scope.SPECIFIC_CONTEXT);
        tree.beginArray("stack", 2);
        tree.variableInteger("", 10, false);
        tree.beginStruct("");
        tree.text("inner", "x");
        tree.endStruct();
        tree.endArray();
        tree.endScope(Scope.SPECIFIC_CONTEXT);
        ITmfEventField stack = tree.root().getField("context._stack");
        assertThat(stack.getFormattedValue()).isEqualTo("[10, [x]]");
        assertThat(stack.getFieldNames()).containsExactly("[0]", "[1]");
        assertThat(stack.getField("[1]", "inner").getValue()).as("no context._ within").isEqualTo("x");
    }
}
