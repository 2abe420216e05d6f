#!/bin/bash
# The whole start-up of Domain-0: devices, network, Xen's daemons, sshd, guests.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root

# udev would make these; without them Xen's hotplug scripts wait for their lock for ever.
ln -sf /proc/self/fd /dev/fd
for pair in 0:stdin 1:stdout 2:stderr; do ln -sf "/proc/self/fd/${pair%:*}" "/dev/${pair#*:}"; done

mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs -o mode=1777 tmpfs /tmp
mkdir -p /dev/pts /dev/shm
mount -t devpts -o gid=5,mode=620,ptmxmode=666 devpts /dev/pts
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mkdir -p /run/lock /run/sshd /run/xen /run/xenstored

hostname -F /etc/hostname
ip link set lo up
for module in xen-evtchn xen-gntdev xen-gntalloc xen-privcmd xenfs xen-netback xen-blkback loop bridge virtio_net; do
  modprobe $module
done
mount -t xenfs xenfs /proc/xen

ip link add xenbr0 type bridge forward_delay 0 stp_state 0
until [ -d /sys/class/net/eth0 ]; do sleep 0.1; done
ip link set eth0 master xenbr0
ip link set eth0 up
ip link set xenbr0 up
ip addr add 10.77.0.1/24 dev xenbr0
ip route add default via 10.77.0.2

programs=(/usr/lib/xen-*/bin)
store=$programs/xenstored
[ -x "$store" ] || store=$programs/oxenstored
"$store" --pid-file /run/xen/xenstored.pid
until xenstore-read -s / >/dev/null 2>&1; do sleep 0.1; done
"$programs/xen-init-dom0"
"$programs/xenconsoled" --pid-file=/run/xen/xenconsoled.pid
/usr/sbin/sshd -E /var/log/sshd.log

for guest in vm1 vm2 vm3; do xl create "/etc/xen/$guest.cfg" >"/var/log/xen/create-$guest.log" 2>&1; done
echo "fixture: all guests created, $(cut -d ' ' -f 1 /proc/uptime) s after the start" >/dev/console
# Process 1 must not end, and waits for the orphans that are left to it.
while :; do
  sleep 3600 &
  wait
done
