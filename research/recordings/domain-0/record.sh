#!/bin/bash
# Records one run, on Domain-0: record.sh DIRECTORY
# DIRECTORY holds what is wanted: settings (shell variables), plan and warm-up (see replay.c), and
# weights ("DOMAIN WEIGHT").
set -euo pipefail
cd "$1"
. ./settings # scheduler, constants, seconds, guests (addresses), client (one; empty: Domain-0)
tools=$(dirname "$0")
on() { # address, command
  ssh -q -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "root@$1" "$2"
}
describe_host() {
  date +%s.%N
  xl "sched-$scheduler"
  xl list
  xl vcpu-list
}
replay() { # plan, directory
  mkdir -p "$2"
  if [[ -z $client ]]; then
    "$tools/replay" "$1" "$2"
  else
    on "$client" 'cat >/tmp/plan' <"$1"
    on "$client" 'mkdir -p /tmp/times && /tmp/replay /tmp/plan /tmp/times' </dev/null
    on "$client" 'tar -C /tmp/times -cf - .' </dev/null | tar -C "$2" -xf -
  fi
}

# shellcheck disable=SC2086
xl "sched-$scheduler" -s $constants
while read -r domain weight; do xl "sched-$scheduler" -d "$domain" -w "$weight"; done <weights
replay warm-up /tmp/warm-up >/dev/null
for address in $guests; do
  on "$address" 'for log in /var/log/apache2/*.log; do : >$log; done' </dev/null
done
xl info | awk '$1 == "xen_version" { print $3 }' >xen-version
describe_host >xl-before.txt
"$tools/replay" /dev/null . >clocks # one moment by both of Domain-0's clocks

# Only changes of the vCPUs' states (TRC_SCHED_MIN): a quarter of all the scheduler's events.
xentrace -D -e 0x00021000 -S 512 -T $((seconds + 8)) xentrace.bin >xentrace.out 2>&1 &
stdbuf -oL xentop -b -f -d 1 -i $((seconds + 8)) >xentop.log &
sleep 3
replay plan client >replay.out
wait
"$tools/replay" /dev/null . >clocks-after
describe_host >xl-after.txt
for address in $guests; do
  mkdir -p "logs/$address"
  on "$address" 'tar -C /var/log/apache2 -cf - access.log access-epoch.log' </dev/null | tar -C "logs/$address" -xf -
done
