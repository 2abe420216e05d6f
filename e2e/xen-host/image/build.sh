#!/usr/bin/env bash
# Builds the images of the Xen test host out of Debian packages:
#   build.sh DIRECTORY
# DIRECTORY appears when everything is in it. Needs root, because it installs packages into file
# trees of their own. Packages come from the mirrors that this machine's apt is configured with.
set -euo pipefail
export LC_ALL=C
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${1:?the directory to build}

((EUID == 0)) || {
  echo 'Building the images of the Xen test host needs root.' >&2
  exit 77
}
mkdir -p "$(dirname "$target")"
exec 9>"$target.lock"
flock 9
[[ ! -d $target ]] || exit 0 # somebody else was faster

work=$(mktemp -d "$target.XXXXXX")
cd "$work"
mkdir out
clean_up() {
  # shellcheck disable=SC2046
  kill $(jobs -p) 2>/dev/null || true
  wait
  cd /
  rm -rf "$work"
}
trap clean_up EXIT
say() { echo "[${SECONDS}s] $*"; }

# ------------------------------------------------------------------ what Debian calls things
# shellcheck source=/dev/null
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
sources=$(apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
  'Created-By: Packages' 'Origin: Debian' | sort -u)
# Prints the package that another depends on and whose name begins like this.
dependency() {
  apt-cache depends "$1" 2>/dev/null | awk -v name="^$2" '$1 == "Depends:" && $2 ~ name { print $2; exit }'
}
hypervisor=$(dependency xen-system-amd64 xen-hypervisor-[0-9])
xen_utils=$(dependency xen-system-amd64 xen-utils-[0-9])
kernel=$(dependency linux-image-amd64 linux-image-)
if [[ -z $sources || -z $hypervisor || -z $xen_utils || -z $kernel ]]; then
  echo 'This machine knows no Debian packages of Xen: it must be Debian on amd64, after apt-get update.' >&2
  exit 1
fi

# ------------------------------------------------------------------ two file trees, side by side
install_tree() { # name, packages
  mmdebstrap --quiet --variant=apt \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --aptopt='APT::Install-Recommends "false"' --aptopt='Acquire::Languages "none"' \
    --include="$2" "$codename" "$1.tar" <<<"$sources"
  mkdir "$1"
  tar -C "$1" -xf "$1.tar" --exclude='./dev/*'
  rm -rf "$1.tar" "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/*
}
install_tree guest mount,apache2,libapache2-mod-php,dropbear-bin,busybox-static &
guest_tree=$!
install_tree dom0 "mount,$xen_utils,openssh-server,sudo,iproute2,kmod,procps,busybox-static" &
dom0_tree=$!

# ------------------------------------------------------------------ hypervisor and kernel
apt-get -o APT::Sandbox::User=root download -q "$kernel" "$hypervisor" >/dev/null
for package in *.deb; do dpkg-deb -x "$package" boot; done
# QEMU's multiboot loader and `xl create` would have to unpack these at every start.
zcat boot/boot/xen-*-amd64.gz >out/xen
vmlinuz=$(echo boot/boot/vmlinuz-*)
payload=$(grep -aboP -m 1 '\xfd7zXZ\x00' "$vmlinuz" | head -n 1 | cut -d : -f 1)
xz -dc --single-stream < <(tail -c "+$((payload + 1))" "$vmlinuz") >out/vmlinux

version=${kernel#linux-image-}
modules=boot/slim/lib/modules/$version
depmod -b boot "$version"
mkdir -p "$modules"
for module in \
  virtio_pci virtio_blk virtio_net ext4 crc32c_generic \
  xen-evtchn xen-gntdev xen-gntalloc xen-privcmd xenfs xen-netback xen-blkback bridge loop \
  xen-netfront xen-blkfront squashfs overlay; do
  modprobe -d "$PWD/boot" -S "$version" --show-depends "$module"
done | awk '$1 == "insmod" { print $2 }' | sort -u | while read -r file; do
  install -D "$file" "$modules/${file#*"/lib/modules/$version/"}"
done
cp boot/lib/modules/"$version"/modules.{order,builtin,builtin.modinfo} "$modules/"
depmod -b boot/slim "$version"

make_initrd() { # name; uncompressed, because unpacking is slow under emulation
  mkdir -p "$1"/{bin,lib,proc,sys,dev,root,lower,upper}
  cp "$(command -v busybox)" "$1/bin/busybox"
  for applet in sh mount mkdir modprobe switch_root sleep; do ln -s busybox "$1/bin/$applet"; done
  cp -a boot/slim/lib/modules "$1/lib/"
  install -m 755 "$source_dir/$1.sh" "$1/init"
  (cd "$1" && find . | cpio -o -H newc --quiet) >"out/$1"
}
make_initrd dom0-initrd
make_initrd guest-initrd
say "Hypervisor and kernel $version"

# ------------------------------------------------------------------ keys of this fixture
ssh-keygen -q -t ed25519 -N '' -C xen-host-fixture -f out/control-key

# ------------------------------------------------------------------ the guests' root: shared, read-only
wait "$guest_tree"
rm -f guest/etc/apache2/conf-enabled/other-vhosts-access-log.conf
sed -i '/CustomLog/d' guest/etc/apache2/sites-enabled/000-default.conf
install -m 644 "$source_dir/guest-apache.conf" guest/etc/apache2/conf-enabled/fixture.conf
install -m 644 "$source_dir/spin.php" guest/var/www/html/spin.php
install -m 755 "$source_dir/hog.sh" guest/usr/local/bin/hog
install -m 755 "$source_dir/guest-init.sh" guest/sbin/init
install -d -m 700 guest/root/.ssh guest/etc/dropbear
install -m 600 out/control-key.pub guest/root/.ssh/authorized_keys
# An ordinary account that may read the logs, as on a Debian web server.
chroot guest useradd -m -s /bin/sh -G adm -p '*' steelyard
mksquashfs guest guest.squashfs -noappend -comp lz4 -Xhc -quiet -no-progress
say 'Guests'

# ------------------------------------------------------------------ Domain-0's root
wait "$dom0_tree"
cp -a boot/slim/lib/modules dom0/usr/lib/
install -m 755 "$source_dir/dom0-init.sh" dom0/sbin/init
install -d -m 700 dom0/root/.ssh
install -m 600 out/control-key.pub dom0/root/.ssh/authorized_keys
install -m 600 out/control-key dom0/root/.ssh/id_ed25519 # Domain-0 reaches the guests
install -m 644 "$source_dir/sshd.conf" dom0/etc/ssh/sshd_config.d/fixture.conf
rm -f dom0/etc/ssh/ssh_host_*
ssh-keygen -A -f dom0 >/dev/null
echo xen-host >dom0/etc/hostname
echo '127.0.0.1 localhost xen-host' >dom0/etc/hosts
# The account that the product is given; it may do nothing until somebody grants it.
chroot dom0 useradd -m -s /bin/sh -p '*' steelyard
install -d dom0/srv/guests dom0/var/lib/xen dom0/var/log/xen
mv guest.squashfs dom0/srv/guests/
cp out/vmlinux out/guest-initrd dom0/srv/guests/
for number in 1 2 3; do
  sed "s/@N@/$number/g" "$source_dir/guest.cfg" >"dom0/etc/xen/vm$number.cfg"
done
mke2fs -q -t ext4 -d dom0 -L dom0 out/dom0.ext4 "$(($(du -sm dom0 | cut -f 1) + 300))M" >/dev/null
say "Domain-0, $(du -h out/dom0.ext4 | cut -f 1) on disk"

# ------------------------------------------------------------------ all or nothing
if [[ -n ${SUDO_UID:-} ]]; then chown -R "$SUDO_UID:${SUDO_GID:-$SUDO_UID}" out "$(dirname "$target")"; fi
rm out/guest-initrd
mv out "$target"
say "The images are in $target"
