/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A sink that says in words what it is told. */
final class ToldFacts {
    private ToldFacts() {}

    /** One that knows no thread. */
    static KernelSink sink(Consumer<String> words) {
        return (KernelSink) Proxy.newProxyInstance(KernelSink.class.getClassLoader(), new Class<?>[] {KernelSink.class},
                (proxy, method, arguments) -> {
                    if (method.getReturnType() == boolean.class) {
                        return false;
                    }
                    boolean frame = method.getName().equals("opaqueFrame");
                    words.accept(method.getName()
                            + Arrays.stream(arguments).map(argument -> text(argument, frame)).collect(Collectors.joining(", ", "(", ")")));
                    return null;
                });
    }

    private static String text(Object argument, boolean frame) {
        if (!(argument instanceof PacketFact packet)) {
            return argument.toString();
        }
        if (frame) { // nothing else of it is valid
            return packet.networkInterface + ' ' + packet.frameBytes;
        }
        return Arrays.stream(PacketFact.class.getFields()).filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(field -> value(field, argument))
                .collect(Collectors.joining(" "));
    }

    private static String value(Field field, Object of) {
        try {
            return field.getName() + '=' + field.get(of);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
