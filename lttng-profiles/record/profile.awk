# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# Reads session files of LTTng and merges them: a line "DOMAIN CHANNEL TYPE CONTEXTS EVENTS" for each channel and type of event, lists with
# commas, "-" for none. An event is in one channel only, else it would be recorded, and counted, twice: in that with the most contexts, among
# equals in the first. What bowline-record cannot set up again (filters, exclusions, probes) is an error.

function refuse(what) { print FILENAME ": " what > "/dev/stderr"; failed = 1; exit 1 }
function trim(s) { gsub(/^[ \t\r\n]+|[ \t\r\n]+$/, "", s); return s }

BEGIN { RS = "<" }
FNR == 1 { depth = 0; comment = 0 }
comment { if (index($0, "-->")) comment = 0; next }
/^!--/ { if (!index($0, "-->")) comment = 1; next }
/^[?!]/ { next }
{
  end = index($0, ">")
  if (!end) { if (trim($0) != "") refuse("not a session file of LTTng"); next }
  tag = substr($0, 1, end - 1)
  text = trim(substr($0, end + 1))
  empty = sub(/[ \t\r\n]*\/$/, "", tag)
  closing = sub(/^\//, "", tag)
  sub(/[ \t\r\n].*/, "", tag)
  if (closing) {
    if (path[depth] != tag) refuse("not a session file of LTTng: </" tag "> closes <" path[depth] ">")
    depth--
    if (tag == "event") {
      if (domain != "KERNEL" && domain != "UST") refuse("event \"" event "\" is of domain " domain "; only the kernel and user space can be recorded this way")
      if (event !~ /^[A-Za-z0-9_:.*-]+$/) refuse("event \"" event "\": not a name")
      if (type != "TRACEPOINT" && type != "SYSCALL") refuse("event \"" event "\" is of type " type "; only tracepoints and system calls can be recorded this way")
      names[++count] = event; types[count] = type
    } else if (tag == "channel") {
      if (channel !~ /^[A-Za-z0-9_.-]+$/) refuse("channel \"" channel "\": not a name")
      key = domain " " channel
      if (!(key in known)) { known[key] = 1; channels[++channelCount] = key }
      for (c = 1; c <= contextCount; c++) if (!((key, contexts[c]) in has)) { has[key, contexts[c]] = 1; list[key] = list[key] (list[key] == "" ? "" : ",") contexts[c]; rich[key]++ }
      for (e = 1; e <= count; e++) {
        id = domain " " types[e] " " names[e]
        if (!(id in owner)) { order[++total] = id; owner[id] = key }
        else if (rich[key] + 0 > rich[owner[id]] + 0) owner[id] = key
      }
    }
    next
  }
  if (!empty) path[++depth] = tag
  parent = path[empty ? depth : depth - 1]
  if (tag == "channel") { count = 0; contextCount = 0 }
  else if (parent == "domain" && tag == "type") domain = text
  else if (parent == "channel" && tag == "name") channel = text
  else if (parent == "event" && tag == "name") event = text
  else if (parent == "event" && tag == "type") type = text
  else if (parent == "event" && (tag == "filter" || (tag == "exclusions" && !empty) || tag == "attributes")) refuse("event \"" event "\" has " tag "; use lttng load for this file")
  else if (parent == "context" && tag == "type") {
    name = tolower(text)
    if (name !~ /^pthread_id$/) gsub(/_/, "-", name)
    if (name !~ /^[a-z0-9_-]+$/) refuse("a context without a name")
    contexts[++contextCount] = name
  } else if (parent == "perf" && tag == "name") { # a counter: perf_thread_cpu_cycles is perf:thread:cpu-cycles
    name = text
    if (name !~ /^perf_(thread|cpu)_[A-Za-z0-9_]+$/) refuse("counter \"" name "\": not a name of LTTng's")
    sub(/^perf_/, "", name); gsub(/_/, "-", name); sub(/-/, ":", name)
    contexts[++contextCount] = "perf:" name
  } else if (parent == "perf" && tag == "config" || parent == "perf" && tag == "type" || tag == "perf") {
    if (tag == "type" && text !~ /^[013]$/) refuse("a counter of a processor's own (raw); use lttng load for this file")
  } else if (parent == "context") refuse("context <" tag ">: only simple contexts can be recorded this way")
}
END {
  if (failed) exit 1
  if (!total) { print FILENAME ": no events in it; is it a session file of LTTng (lttng save)?" > "/dev/stderr"; exit 1 }
  for (c = 1; c <= channelCount; c++) {
    split("TRACEPOINT SYSCALL", kinds, " ")
    for (k = 1; k <= 2; k++) {
      line = ""
      for (e = 1; e <= total; e++) {
        split(order[e], part, " ")
        if (owner[order[e]] == channels[c] && part[2] == kinds[k]) line = line (line == "" ? "" : ",") part[3]
      }
      if (line != "") print channels[c], kinds[k], (list[channels[c]] == "" ? "-" : list[channels[c]]), line
    }
  }
}
