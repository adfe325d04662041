# Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0
# Containers as an engine makes them: a network namespace each, a bridge, and addresses that the host translates. To be read by a shell.

# bridge: the bridge of a host and its tables of translated addresses
bridge() {
  ip link add br0 type bridge
  ip addr add 172.18.0.1/24 dev br0
  ip link set br0 up
  sysctl -qw net.ipv4.ip_forward=1
  nft add table ip nat
  nft 'add chain ip nat before { type nat hook prerouting priority -100; }'
  nft 'add chain ip nat after { type nat hook postrouting priority 100; }'
  nft add rule ip nat after ip saddr 172.18.0.0/24 oifname eth0 masquerade
}

# container NAME NUMBER: one with the address 172.18.0.NUMBER; a command runs there by ip netns exec NAME
container() {
  ip netns add "$1"
  ip link add "v$1" type veth peer name eth0 netns "$1"
  ip link set "v$1" master br0 up
  ip -n "$1" addr add "172.18.0.$2/24" dev eth0
  ip -n "$1" link set eth0 up
  ip -n "$1" link set lo up
  ip -n "$1" route add default via 172.18.0.1
}

# publish PORT NUMBER: the host's port is that of a container
publish() {
  nft add rule ip nat before iifname eth0 tcp dport "$1" dnat to "172.18.0.$2:$1"
}
