/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.bowline.ctf.trace.Samples.PRELUDE;
import static org.bowline.ctf.trace.Samples.packets;
import static org.bowline.ctf.trace.Samples.read;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.TraceMetadata;

final class MetadataPacketsTest {
    private static final byte[] UUID = {0x2a, 0x64, 0x22, (byte) 0xd0, 0x6c, (byte) 0xee, 0x11, (byte) 0xe0, (byte) 0x8c, 8, (byte) 0xcb, 7,
        (byte) 0xd7, (byte) 0xb3, (byte) 0xa5, 0x64};
    private static final String TEXT = PRELUDE + "trace { major = 1; minor = 8; byte_order = be; };"
            + "event { name = e; fields := struct { uint8_t a; }; };";
    private static final int HEADER = 37;

    private static byte[] twoPackets() {
        return packets(TEXT, ByteOrder.LITTLE_ENDIAN, UUID, (TEXT.length() + 1) / 2, 11);
    }

    @ParameterizedTest
    @CsvSource({"LITTLE_ENDIAN,100000,0", "BIG_ENDIAN,100000,0", "LITTLE_ENDIAN,1,0", "BIG_ENDIAN,7,13", "LITTLE_ENDIAN,100,3000"})
    void packetsOfEitherByteOrderAndAnySizeAreJoined(String order, int contentBytes, int paddingBytes) throws Exception {
        ByteOrder byteOrder = order.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        TraceMetadata metadata = read(packets(TEXT, byteOrder, UUID, contentBytes, paddingBytes));
        assertThat(metadata.eventClasses()).hasSize(1);
        assertThat(metadata.uuid()).as("the packets' UUID where the trace block has none")
                .isEqualTo("2a6422d0-6cee-11e0-8c08-cb07d7b3a564");
        assertThat(metadata.byteOrder()).as("independent of the packets'").isEqualTo(ByteOrder.BIG_ENDIAN);
        assertThat(metadata.warnings()).isEmpty();
    }

    @Test
    void ctf2MayBeInPacketsToo() throws Exception {
        assertThat(read(packets("\u001e{\"type\":\"preamble\",\"version\":2}", ByteOrder.LITTLE_ENDIAN, UUID, 10, 0)).format())
                .isEqualTo(TraceMetadata.Format.CTF_2);
    }

    @Test
    void errorsNameTheOffsetInTheFileNotInTheText() {
        String text = TEXT + "\nenum nothing;";
        byte[] file = packets(text, ByteOrder.LITTLE_ENDIAN, UUID, 50, 9);
        int position = text.indexOf("enum nothing");
        TraceReadException error = catchThrowableOfType(TraceReadException.class, () -> read(file));
        assertThat(error.offsetBytes()).isEqualTo((long) position / 50 * (HEADER + 50 + 9) + HEADER + position % 50);
        assertThat(file[(int) error.offsetBytes()]).isEqualTo((byte) 'e');
    }

    @Test
    void aHeaderThatIsCutOffIsAnErrorAtItsOffset() {
        byte[] file = twoPackets();
        int second = HEADER + (TEXT.length() + 1) / 2 + 11;
        for (int length = second + 1; length < second + HEADER; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            TraceReadException error = catchThrowableOfType(TraceReadException.class, () -> read(cut));
            assertThat(error).as("length %d", length).hasMessageContaining("ends within the header").hasMessageContaining("packet 1");
            assertThat(error.offsetBytes()).isEqualTo(second);
        }
    }

    @Test
    void contentThatIsCutOffIsAnError() {
        byte[] file = twoPackets();
        assertThatThrownBy(() -> read(Arrays.copyOf(file, file.length - 12))).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("packet 1").hasMessageContaining("but the file ends after");
    }

    @Test
    void paddingThatIsCutOffIsAWarning() throws Exception {
        byte[] file = twoPackets();
        assertThat(read(Arrays.copyOf(file, file.length - 11)).warnings()).singleElement().asString().contains("padding is cut off");
    }

    private static void assertBroken(int offset, int value, String message) {
        byte[] file = packets(TEXT, ByteOrder.LITTLE_ENDIAN, UUID, 100_000, 0);
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(offset, value);
        assertThatThrownBy(() -> read(file)).isInstanceOf(TraceReadException.class).hasMessageContaining(message)
                .hasMessageContaining("offset 0x0");
    }

    @Test
    void impossibleSizesAreRefused() {
        assertBroken(24, 36 * 8, "content size of 36 bytes");
        assertBroken(24, 0, "content size of 0 bytes");
        assertBroken(24, -8, "content size of 536870911 bytes");
        assertBroken(24, 801, "not whole bytes");
        assertBroken(28, 0, "its size of 0 bytes");
        assertBroken(28, 40 * 8, "its size of 40 bytes");
    }

    @Test
    void unknownSchemesAndVersionsAreRefused() {
        assertBroken(32, 0x01000001, "compressed");
        assertBroken(32, 0x01000100, "compressed");
        assertBroken(32, 0x01010000, "compressed");
        assertBroken(32, 0x02000000, "version 2.8");
    }

    @Test
    void aPacketOfAnotherTraceIsRefused() {
        byte[] file = twoPackets();
        file[HEADER + (TEXT.length() + 1) / 2 + 11 + 4] ^= 1;
        assertThatThrownBy(() -> read(file)).hasMessageContaining("belongs to another trace");
    }

    @Test
    void garbageBetweenPacketsIsRefused() {
        byte[] file = twoPackets();
        file[HEADER + (TEXT.length() + 1) / 2 + 11] ^= 1;
        assertThatThrownBy(() -> read(file)).hasMessageContaining("no metadata packet begins here");
    }

    @Test
    void anotherUuidInTheTraceBlockIsAWarning() throws Exception {
        String text = "trace { major = 1; minor = 8; byte_order = le; uuid = \"00000000-0000-0000-0000-000000000001\"; };";
        TraceMetadata metadata = read(packets(text, ByteOrder.LITTLE_ENDIAN, UUID, 1000, 0));
        assertThat(metadata.uuid()).isEqualTo("00000000-0000-0000-0000-000000000001");
        assertThat(metadata.warnings()).singleElement().asString().contains("2a6422d0");
    }

    @Test
    void warningsAreKeptUpToAHundredThenCounted() throws Exception {
        String text = "trace { major = 1; minor = 8; byte_order = le; };" + "x { };\n".repeat(250);
        assertThat(read(text.getBytes(StandardCharsets.UTF_8)).warnings()).hasSize(101).last().asString().contains("150 more");
    }
}
