#!/bin/sh
# First process of a guest: its root is the shared image below a layer of its own in memory.
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
for module in xen-blkfront xen-netfront squashfs overlay; do modprobe $module; done
until [ -b /dev/xvda ]; do sleep 0.1; done
mount -t squashfs -o ro /dev/xvda /lower || exec sh
mount -t tmpfs -o size=80% tmpfs /upper
mkdir /upper/data /upper/work
mount -t overlay -o lowerdir=/lower,upperdir=/upper/data,workdir=/upper/work overlay /root
for directory in dev proc sys; do mount -o move /$directory /root/$directory; done
exec switch_root /root /sbin/init
