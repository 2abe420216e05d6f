#!/usr/bin/env bash
# Builds a hypervisor for experiments out of Debian's source, with RTDS and the patches beside this
# script:
#   build.sh FILE
# FILE, the uncompressed hypervisor, appears when it is complete. Needs no root.
set -euo pipefail
export LC_ALL=C
source_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=${1:?the file to build}

version=4.17.5+72-g01140da4e8
archive=xen_$version.orig.tar.xz
sha256=53922f4d0a02c577f2ea9d63f65989cd88715779eebeed879ca1d314103ee06e
debian=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' |
  sort -u | head -n 1)
places=(
  "${debian%/}/pool/main/x/xen/$archive"
  # What Debian has replaced since is kept there, by its SHA-1.
  https://snapshot.debian.org/file/484aee73ee641a79784ccca082d88548f1979258
)

mkdir -p "$(dirname "$target")"
exec 9>"$target.lock"
flock 9
[[ ! -f $target ]] || exit 0 # somebody else was faster

work=$(mktemp -d "$target.XXXXXX")
trap 'cd / && rm -rf "$work"' EXIT
cd "$work"
for place in "${places[@]}"; do
  ! /usr/lib/apt/apt-helper -o APT::Sandbox::User="$(id -un)" download-file \
    "$place" "$archive" "SHA256:$sha256" >/dev/null || break
done
[[ -f $archive ]]
mkdir source
tar -xJf "$archive" -C source --strip-components 1
for patch in "$source_dir"/*.patch; do patch -d source -p 1 --quiet <"$patch"; done

# Debian builds without RTDS only because Xen calls it unsupported.
printf '%s\n' CONFIG_DEBUG=n CONFIG_EXPERT=y CONFIG_UNSUPPORTED=y CONFIG_SCHED_RTDS=y >source/xen/.config
# `xl info` shows the suffix as part of xen_extra: by it the product knows what the host can do.
build() { make -C source/xen -j "$(nproc)" XEN_VENDORVERSION=-steelyard "$@" >>build.log 2>&1; }
if ! { build olddefconfig && build; }; then
  tail -n 30 build.log >&2
  exit 1
fi
mv source/xen/xen "$target"
echo "[${SECONDS}s] The hypervisor is $target"
