/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a sink can be told comes out of batches as it went in, in the same order. */
final class FactBatchTest {
    private static final int FACTS = 40_000;
    /** All that are facts; in an order of their own, as reflection's is any. */
    private static final List<Method> METHODS = Arrays.stream(KernelSink.class.getDeclaredMethods())
            .filter(method -> method.getReturnType() == void.class)
            .sorted((a, b) -> a.getName().compareTo(b.getName())).toList();

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void whatIsToldComesOutAsItWentIn(long seed) throws ReflectiveOperationException {
        SplittableRandom random = new SplittableRandom(seed);
        List<String> in = new ArrayList<>();
        List<String> out = new ArrayList<>();
        KernelSink expected = ToldFacts.sink(in::add);
        KernelSink told = ToldFacts.sink(out::add);
        FactBatch.Filling filling = new FactBatch.Filling(full -> {
            if (full == null) {
                return new FactBatch();
            }
            full.tell(told, Long.MAX_VALUE);
            assertThat(full.hasNext()).isFalse();
            assertThat(full.isLast()).isFalse();
            full.clear();
            return full;
        });
        for (int i = 0; i < FACTS; i++) {
            Method method = METHODS.get(random.nextInt(METHODS.size()));
            Object[] arguments = Arrays.stream(method.getParameterTypes()).map(type -> value(type, random)).toArray();
            if (method.getName().equals("opaqueFrame")) {
                arguments[2] = frame(random);
            }
            method.invoke(expected, arguments);
            method.invoke(filling, arguments);
        }
        filling.batch().end();
        assertThat(filling.batch().isLast()).isTrue();
        filling.batch().tell(told, Long.MAX_VALUE);
        assertThat(out).isEqualTo(in);
    }

    private static Object value(Class<?> type, SplittableRandom random) {
        if (type == int.class) {
            return number(random, Integer.MIN_VALUE, Integer.MAX_VALUE).intValue();
        }
        if (type == long.class) {
            return number(random, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == boolean.class) {
            return random.nextBoolean();
        }
        if (type == String.class) {
            return random.nextInt(4) == 0 ? "" : "name" + random.nextInt(100);
        }
        return type.isEnum() ? type.getEnumConstants()[random.nextInt(type.getEnumConstants().length)] : packet(random);
    }

    /** Ends of the range as often as what is usual. */
    private static Long number(SplittableRandom random, long least, long most) {
        return switch (random.nextInt(6)) {
            case 0 -> least;
            case 1 -> most;
            case 2 -> -1L;
            case 3 -> (long) random.nextInt(100);
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private static PacketFact packet(SplittableRandom random) {
        PacketFact packet = frame(random);
        packet.sourceHigh = random.nextLong();
        packet.sourceLow = random.nextLong();
        packet.destinationHigh = random.nextLong();
        packet.destinationLow = random.nextLong();
        packet.sourcePort = random.nextInt(1 << 16);
        packet.destinationPort = random.nextInt(1 << 16);
        packet.sequence = random.nextLong(1L << 32);
        packet.acknowledgement = random.nextLong(1L << 32);
        packet.flags = random.nextInt(1 << 9);
        packet.payloadBytes = random.nextInt(3000) - 1;
        packet.ipId = random.nextInt(1 << 16) - 1;
        packet.buffer = random.nextLong();
        packet.hopLimit = random.nextInt(256);
        return packet;
    }

    private static PacketFact frame(SplittableRandom random) {
        PacketFact packet = new PacketFact();
        packet.sent = random.nextBoolean();
        packet.addressed = random.nextBoolean();
        packet.protocol = random.nextBoolean() ? PacketFact.TCP : PacketFact.UDP;
        packet.ipVersion = random.nextBoolean() ? 4 : 6;
        packet.networkInterface = random.nextBoolean() ? "" : "eth" + random.nextInt(3);
        packet.frameBytes = random.nextLong(1L << 40);
        return packet;
    }
}
