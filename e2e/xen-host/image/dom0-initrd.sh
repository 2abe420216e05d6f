#!/bin/sh
# First process of Domain-0: finds its disk and hands over.
mount -t devtmpfs dev /dev
mount -t proc proc /proc
mount -t sysfs sys /sys
for module in virtio_pci virtio_blk crc32c_generic ext4; do modprobe $module; done
until [ -b /dev/vda ]; do sleep 0.1; done
mount -t ext4 -o rw,noatime /dev/vda /root || exec sh
for directory in dev proc sys; do mount -o move /$directory /root/$directory; done
exec switch_root /root /sbin/init
