#!/bin/bash
# The whole start-up of a guest: network, SSH, Apache.
export PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ln -sf /proc/self/fd /dev/fd
for pair in 0:stdin 1:stdout 2:stderr; do ln -sf "/proc/self/fd/${pair%:*}" "/dev/${pair#*:}"; done
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs -o mode=1777 tmpfs /tmp
mkdir -p /dev/pts /run/lock /run/apache2 /var/lock
mount -t devpts -o gid=5,mode=620,ptmxmode=666 devpts /dev/pts

read -ra words </proc/cmdline
for word in "${words[@]}"; do
  case $word in
    fixture.name=*) name=${word#*=} ;;
    fixture.address=*) address=${word#*=} ;;
  esac
done
echo "$name" >/proc/sys/kernel/hostname
echo "127.0.0.1 localhost $name" >/etc/hosts
busybox ip link set lo up
busybox ip addr add "$address/24" dev eth0
busybox ip link set eth0 up
busybox ip route add default via 10.77.0.2

dropbear -R -p 22
echo "ServerName $name" >/etc/apache2/conf-enabled/name.conf
. /etc/apache2/envvars
while :; do
  rm -f /run/apache2/apache2.pid
  apache2 -D FOREGROUND
  sleep 1
done
