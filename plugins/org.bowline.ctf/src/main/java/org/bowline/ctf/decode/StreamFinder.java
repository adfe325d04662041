/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.ReadCaveat;
import org.bowline.ctf.TraceReadException;

/**
 * Finds the data streams of a trace: every visible, not empty regular file beside {@code metadata} is indexed (a file without a packet is
 * no stream, unless it has an index file with packets: then its packets are broken), copies are left out ({@link CopiedStreams}), then files
 * of the same stream are put together, ordered by their first packet. What is no regular file is never opened, for a FIFO would block the
 * reader for ever; it is told if it stands where a stream was, as are FIFOs, sockets and devices wherever they stand. Packets with another
 * UUID than the metadata's are left out, for their bytes may mean something else (babeltrace2 reads them, and says nothing): a file of such packets
 * is a stream of another trace, and a trace that has nothing else is refused. Files are of the same stream if class and stream id say so, or, for LTTng tracers
 * that give no stream id, if they are called {@code NAME_CPU_0}, {@code NAME_CPU_1} …, of the same class and processor, and do not overlap.
 */
public final class StreamFinder {
    private static final Pattern SPLIT_NAME = Pattern.compile("(.+_\\d+)_\\d+");

    private final TraceLayout layout;
    private final Caveats caveats;
    private @Nullable Path ofAnotherTrace;

    private StreamFinder(TraceLayout layout, Caveats caveats) {
        this.layout = layout;
        this.caveats = caveats;
    }

    /**
     * All streams, ordered by the name of their first file.
     *
     * @throws TraceReadException if the directory cannot be read, all packets are of another trace, or (strict) a stream is broken
     */
    public static List<DataStream> find(Path directory, TraceLayout layout, Caveats caveats) throws TraceReadException {
        StreamFinder finder = new StreamFinder(layout, caveats);
        for (Path missing : IndexFile.withoutStream(directory)) {
            caveats.broken(ReadCaveat.Kind.TRUNCATED, missing, 0, 0, Long.MIN_VALUE, Long.MAX_VALUE,
                    "the file is missing, but its index has packets");
        }
        List<StreamFile> files = new ArrayList<>();
        for (Path path : finder.candidates(directory)) {
            StreamFile file = finder.open(path);
            if (file != null) {
                files.add(file);
            }
        }
        if (files.isEmpty() && finder.ofAnotherTrace != null) {
            throw TraceReadException.of(finder.ofAnotherTrace, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN,
                    "the UUID of its packets is not the metadata's, and the trace has no other packets",
                    "put the metadata beside it that was recorded with it", null);
        }
        List<DataStream> streams = new ArrayList<>();
        for (List<StreamFile> group : groups(CopiedStreams.without(files, caveats))) {
            streams.add(new DataStream(group, layout, caveats));
        }
        for (DataStream stream : streams) {
            if (stream.hasRefused()) {
                stream.boundRefused(streams);
            }
        }
        return streams;
    }

    private List<Path> candidates(Path directory) throws TraceReadException {
        List<Path> paths = new ArrayList<>();
        List<Path> special = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path path : entries) {
                String name = String.valueOf(path.getFileName());
                if (!name.equals("metadata") && !name.startsWith(".")) {
                    (Files.isRegularFile(path) ? paths : special).add(path);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw TraceReadException.of(directory, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN, "the directory cannot be listed",
                    "check that you may read it", e);
        }
        Comparator<Path> byName = Comparator.comparing(path -> String.valueOf(path.getFileName()));
        special.sort(byName);
        for (Path path : special) {
            tellSpecial(path);
        }
        paths.sort(byName);
        return paths;
    }

    /** A directory beside the streams is nothing special, but in the place of one, or a FIFO, it is. */
    private void tellSpecial(Path path) throws TraceReadException {
        String what = Files.isDirectory(path) ? "it is a directory" : "it is a FIFO, a socket, a device or a link to nothing";
        if (IndexFile.hasPackets(path)) {
            caveats.broken(ReadCaveat.Kind.BROKEN_PACKET, path, 0, TraceReadException.UNKNOWN, Long.MIN_VALUE, Long.MAX_VALUE,
                    what + ", but its index has packets");
        } else if (!Files.isDirectory(path)) {
            caveats.broken(ReadCaveat.Kind.FOREIGN_FILE, path, Caveats.WHOLE_FILE, TraceReadException.UNKNOWN, Long.MIN_VALUE,
                    Long.MAX_VALUE, what);
        }
    }

    private @Nullable StreamFile open(Path path) throws TraceReadException {
        long size;
        try {
            size = Files.size(path);
        } catch (IOException e) {
            throw TraceReadException.of(path, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN, "its size cannot be read",
                    "check that it still exists and that you may read it", e);
        }
        if (size == 0) {
            if (IndexFile.hasPackets(path)) {
                caveats.broken(ReadCaveat.Kind.TRUNCATED, path, 0, 0, Long.MIN_VALUE, Long.MAX_VALUE,
                        "the file is empty, but its index has packets");
            }
            return null;
        }
        MappedFile file = new MappedFile(path, size);
        PacketDecoder decoder = new PacketDecoder(layout);
        PacketIndex packets = IndexFile.read(file, layout, decoder, caveats);
        if (packets == null) {
            packets = PacketScanner.scan(file, layout, decoder);
        }
        int first = firstKnown(packets);
        if (first == packets.count) {
            foreign(path, packets);
            return null;
        }
        int window = file.require(packets.offsetBytes[first], packets.sizeBytes[first]);
        decoder.decode(file, window, packets.offsetBytes[first], file.size() - packets.offsetBytes[first]);
        boolean hasInstance = decoder.has(Machine.STREAM_ID);
        new PacketTimes(packets, layout.streams().get(decoder.streamIndex).clock).check();
        report(file, packets);
        int streamIndex = decoder.streamIndex;
        long instance = hasInstance ? decoder.registers[Machine.STREAM_ID] : 0;
        int cpu = decoder.cpu();
        if (layout.isOfOneProcessor()) {
            cpu = processor(file, packets, decoder, cpu);
        }
        return new StreamFile(file, packets, streamIndex, hasInstance, instance, cpu);
    }

    /**
     * Of which processor most packets of a file are, where all should be of one: a bit may have been flipped in the first one. The last one confirms it; if it does not, a third one decides or, if there
     * is none that does, the file's name.
     */
    private static int processor(MappedFile file, PacketIndex packets, PacketDecoder decoder, int first) throws TraceReadException {
        int last = -1;
        String name = String.valueOf(file.path().getFileName());
        for (int packet = packets.count - 1; packet > 0; packet--) {
            if (!packets.readable(packet)) {
                continue;
            }
            int window = file.require(packets.offsetBytes[packet], packets.sizeBytes[packet]);
            if (decoder.decode(file, window, packets.offsetBytes[packet], packets.sizeBytes[packet]) != 0) {
                continue;
            }
            int cpu = decoder.cpu();
            if (cpu == first || cpu == last) {
                return cpu;
            }
            if (last >= 0) {
                return first; // three that are all different
            }
            last = cpu;
        }
        return last >= 0 && isNamed(name, last) && !isNamed(name, first) ? last : first;
    }

    /** Whether LTTng calls a file of a processor so: {@code NAME_CPU}, or {@code NAME_CPU_COUNT}. */
    private static boolean isNamed(String name, int cpu) {
        return name.endsWith("_" + cpu)
                || SPLIT_NAME.matcher(name).matches() && name.substring(0, name.lastIndexOf('_')).endsWith("_" + cpu);
    }

    /** The first packet whose header tells of what stream it is; the number of packets if there is none. */
    private static int firstKnown(PacketIndex packets) {
        int first = 0;
        while (first < packets.count && !packets.readable(first) && !PacketTimes.isRefused(packets.fault[first])) {
            first++;
        }
        return first;
    }

    private void foreign(Path path, PacketIndex packets) throws TraceReadException {
        int fault = packets.fault[0];
        if (fault == Faults.UUID) {
            ofAnotherTrace = path;
            caveats.broken(ReadCaveat.Kind.OTHER_TRACE, path, Caveats.WHOLE_FILE, 0, Long.MIN_VALUE, Long.MAX_VALUE,
                    "it belongs to another trace: " + Faults.text(fault));
            return;
        }
        boolean packet = fault != Faults.MAGIC || IndexFile.hasPackets(path);
        caveats.broken(packet ? ReadCaveat.Kind.BROKEN_PACKET : ReadCaveat.Kind.FOREIGN_FILE, path, packet ? 0 : Caveats.WHOLE_FILE, 0,
                Long.MIN_VALUE, Long.MAX_VALUE, "it has no packet of this trace: " + Faults.text(fault));
    }

    /** What is broken already here is said now; the events around it are left out when the stream is read. */
    private void report(MappedFile file, PacketIndex packets) throws TraceReadException {
        for (int i = 0; i < packets.count; i++) {
            if (!packets.readable(i)) {
                ReadCaveat.Kind kind = packets.fault[i] == Faults.TRUNCATED ? ReadCaveat.Kind.TRUNCATED : ReadCaveat.Kind.BROKEN_PACKET;
                caveats.broken(kind, file.path(), i, packets.offsetBytes[i], Long.MIN_VALUE, Long.MAX_VALUE, Faults.text(packets.fault[i]));
            } else if (packets.has(i, PacketIndex.TRUNCATED)) {
                boolean padding = packets.contentBits[i] < 8 * packets.sizeBytes[i];
                caveats.broken(ReadCaveat.Kind.TRUNCATED, file.path(), i, packets.offsetBytes[i], Long.MIN_VALUE, Long.MAX_VALUE,
                        padding ? "the file ends within the padding behind the packet's events" : Faults.text(Faults.TRUNCATED));
            }
        }
    }

    private static List<List<StreamFile>> groups(List<StreamFile> files) {
        Map<Object, List<StreamFile>> byKey = new LinkedHashMap<>();
        for (StreamFile file : files) {
            byKey.computeIfAbsent(key(file), key -> new ArrayList<>()).add(file);
        }
        List<List<StreamFile>> groups = new ArrayList<>();
        for (List<StreamFile> group : byKey.values()) {
            group.sort((one, other) -> Long.compareUnsigned(one.beginCycles(), other.beginCycles()));
            if (group.get(0).hasInstance() || disjoint(group)) {
                groups.add(group);
            } else {
                group.forEach(file -> groups.add(List.of(file)));
            }
        }
        groups.sort(Comparator.comparing(group -> group.stream().map(StreamFinder::name).min(Comparator.naturalOrder()).orElse("")));
        return groups;
    }

    private static Object key(StreamFile file) {
        if (file.hasBegin() && file.hasInstance()) {
            return List.of(file.streamIndex(), file.instance());
        }
        Matcher matcher = SPLIT_NAME.matcher(name(file));
        if (file.hasBegin() && file.cpu() >= 0 && matcher.matches()) {
            return List.of(file.streamIndex(), file.cpu(), matcher.group(1));
        }
        return file;
    }

    private static boolean disjoint(List<StreamFile> ordered) {
        for (int i = 1; i < ordered.size(); i++) {
            if (Long.compareUnsigned(ordered.get(i - 1).lastBeginCycles(), ordered.get(i).beginCycles()) >= 0) {
                return false;
            }
        }
        return true;
    }

    private static String name(StreamFile file) {
        return String.valueOf(file.file().path().getFileName());
    }
}
