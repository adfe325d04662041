# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# Checks one thing after another, as a configure script does, each by a command in a pipe and another one.
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  found=$(files burn 4 | cat)
  echo "checking $i $found"
  files burn 2
done
