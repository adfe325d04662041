#!/usr/bin/env python3
# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
"""pack.py TRACES OUT: one <host>.zip per host of a recording, holding <host>/<kernel|ust>/... as recorded. The same input and zlib give
the same bytes (sorted names, time 1980-01-01, mode 0644, deflate level 9)."""
import os, sys, zipfile


def files(top):
    return sorted(os.path.join(d, f) for d, _, fs in os.walk(top) for f in fs)


def main(root, out):
    for host in sorted(d for d in os.listdir(root) if len(d) == 1 and os.path.isdir(f"{root}/{d}")):
        with zipfile.ZipFile(f"{out}/{host}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
            for path in files(f"{root}/{host}/kernel") + files(f"{root}/{host}/ust"):
                info = zipfile.ZipInfo(os.path.relpath(path, root).replace(os.sep, "/"), (1980, 1, 1, 0, 0, 0))
                info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, 0o100644 << 16, 3
                with open(path, "rb") as f: z.writestr(info, f.read(), compresslevel=9)
        print(f"{host}.zip {os.path.getsize(f'{out}/{host}.zip')} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 3: sys.exit(__doc__)
    main(sys.argv[1].rstrip("/"), sys.argv[2].rstrip("/"))
