/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.symbol.SymbolFiles;

class CallShapeTest {
    private final CallRecorder calls = new CallRecorder(1);
    private long now;

    private void enter(long function) {
        calls.enter(0, 0, 1, function, now += 10);
    }

    private void exit(long function) {
        calls.exit(0, 0, 1, function, now += 10);
    }

    private CallShape shape() {
        CallLog log = calls.finish();
        return CallShape.of(log, new FunctionNames(log, new SymbolFiles(List.of())));
    }

    @Test
    void aFunctionIsAsDeepAsItsShortestCallPath() {
        enter(1);
        enter(2);
        exit(2);
        enter(3);
        enter(2);
        exit(2);
        exit(3);
        exit(1);
        CallShape shape = shape();
        assertThat(shape.callPaths()).isEqualTo(4);
        assertThat(shape.deepest()).isEqualTo(3);
        assertThat(shape.functions()).hasSize(3);
        assertThat(shape.functions().values()).containsExactlyInAnyOrder(new CallShape.OfFunction(1, 1), new CallShape.OfFunction(2, 2),
                new CallShape.OfFunction(1, 2));
        assertThat(shape.rounds()).isEqualTo(2);
    }

    @Test
    void belowCallersThatWereLostNobodyKnowsHowDeep() {
        enter(1);
        calls.lost(0, now + 1, now + 5);
        enter(4);
        enter(5);
        CallShape shape = shape();
        assertThat(shape.callPaths()).isEqualTo(3);
        assertThat(shape.functions().values()).containsExactlyInAnyOrder(new CallShape.OfFunction(1, 1), new CallShape.OfFunction(1, 0),
                new CallShape.OfFunction(1, 0));
        assertThat(shape.rounds()).isEqualTo(1);
    }

    @Test
    void withoutCallsThereIsNoTree() {
        CallShape shape = shape();
        assertThat(shape.callPaths()).isZero();
        assertThat(shape.rounds()).isZero();
    }
}
