#!/bin/sh
# A guest that wants all the CPU it can get: `hog on`, `hog off`.
stop() { [ ! -f /run/hog ] || kill "$(cat /run/hog)" 2>/dev/null; }
case $1 in
  on)
    stop
    # Limited in time, in case nothing is left to switch it off.
    setsid timeout 600 sh -c 'while :; do :; done' </dev/null >/dev/null 2>&1 &
    echo $! >/run/hog
    ;;
  off)
    stop
    rm -f /run/hog
    ;;
  *)
    echo 'usage: hog on|off' >&2
    exit 2
    ;;
esac
