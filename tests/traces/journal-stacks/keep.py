#!/usr/bin/env python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""keep.py RECORDING LIBC OUT: makes OUT/A.zip and OUT/symbols/libc.so.6 of a recording of bowline-record, with as much of what names addresses as its call
stacks need: of kallsyms the functions that are in them and the symbol behind each, of LIBC (that of the recorded host) the build id, the program headers
and the exported functions that are in stacks. The same input gives the same bytes."""
import bisect, os, re, struct, subprocess, sys, zipfile


def addresses(trace):
    text = subprocess.run(["babeltrace2", trace], capture_output=True, text=True, check=True).stdout
    found = set()
    for line in text.splitlines():
        found.update(int(a, 16) for a in re.findall(r"= (0x[0-9A-F]{6,16})", line.split("{ prev_comm")[0]))
    return found


def kallsyms(path, wanted):
    lines = [line for line in open(path) if line[:16].strip("0 ")]
    lines.sort(key=lambda line: int(line.split()[0], 16))
    starts = [int(line.split()[0], 16) for line in lines]
    keep = set()
    for address in wanted:
        at = bisect.bisect_right(starts, address - 1)
        if 0 < at < len(starts):
            begin = bisect.bisect_left(starts, starts[at - 1])
            keep.update(range(begin, min(at + 1, len(lines))))
    return "".join(lines[i] for i in sorted(keep))


def in_file(root, name, wanted):
    """The places in a mapped file of the addresses that lie in it."""
    places = set()
    for path in os.listdir(f"{root}/A/symbols/maps"):
        for line in open(f"{root}/A/symbols/maps/{path}"):
            words = line.split()
            if len(words) > 5 and words[5].endswith("/" + name):
                begin, end = (int(word, 16) for word in words[0].split("-"))
                places.update(address - 1 - begin + int(words[2], 16) for address in wanted if begin < address <= end)
    return places


def exported(library, places):
    """An ELF file with the program headers and the build id of a library, and its exported functions that cover the places; without code."""
    data = open(library, "rb").read()
    phoff, shoff = struct.unpack_from("<QQ", data, 32)
    phsize, phnum, shsize, shnum = struct.unpack_from("<HHHH", data, 54)
    sections = [struct.unpack_from("<IIQQQQIIQQ", data, shoff + i * shsize) for i in range(shnum)]
    dynamic = next(section for section in sections if section[1] == 11)
    texts = sections[dynamic[6]]
    own = set()
    for kind, _, offset, address, _, size, _, _ in (struct.unpack_from("<IIQQQQQQ", data, phoff + i * phsize) for i in range(phnum)):
        if kind == 1: own.update(place - offset + address for place in places if offset <= place < offset + size)
    symbols, names = bytearray(24), bytearray(1)
    for at in range(dynamic[4], dynamic[4] + dynamic[5], 24):
        name, info, other, section, value, size = struct.unpack_from("<IBBHQQ", data, at)
        if info & 15 in (2, 10) and section and any(value <= address < value + size for address in own):
            text = data[texts[4] + name:data.index(b"\0", texts[4] + name) + 1]
            symbols += struct.pack("<IBBHQQ", len(names), info, other, section, value, size)
            names += text
    note = next(data[section[4]:section[4] + section[5]] for section in sections if section[1] == 7 and section[5] == 36)
    out, table = bytearray(data[:64]) + data[phoff:phoff + phsize * phnum], bytearray(64)
    for kind, content, link, entry in ((7, note, 0, 0), (11, symbols, 3, 24), (3, names, 0, 0)):
        out += bytes(-len(out) % 8)
        table += struct.pack("<IIQQQQIIQQ", 0, kind, 0, 0, len(out), len(content), link, 0, 8, entry)
        out += content
    out += bytes(-len(out) % 8)
    struct.pack_into("<QQ", out, 32, 64, len(out))
    struct.pack_into("<HHH", out, 58, 64, 4, 0)
    return bytes(out + table)


def main(root, libc, out):
    wanted = addresses(f"{root}/A/kernel")
    if os.path.isdir(f"{root}/A/perf"): wanted |= addresses(f"{root}/A/perf")
    wanted |= {address + 1 for address in wanted} # of a sample the innermost address is where it was, and no place to return to
    os.makedirs(f"{out}/symbols", exist_ok=True)
    with open(f"{out}/symbols/libc.so.6", "wb") as f: f.write(exported(libc, in_file(root, "libc.so.6", wanted)))
    with zipfile.ZipFile(f"{out}/A.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for path in sorted(os.path.join(d, f) for d, _, fs in os.walk(f"{root}/A") for f in fs):
            name = os.path.relpath(path, root)
            if name.endswith(("/modules", "/system.txt")): continue
            if name.endswith("/kallsyms"): data = kallsyms(path, wanted).encode()
            else: data = open(path, "rb").read()
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, 0o100644 << 16, 3
            z.writestr(info, data, compresslevel=9)
    print(os.path.getsize(f"{out}/A.zip"), os.path.getsize(f"{out}/symbols/libc.so.6"))


if __name__ == "__main__":
    if len(sys.argv) != 4: sys.exit(__doc__)
    main(*sys.argv[1:])
