import { accessSync, constants } from 'node:fs'
import path from 'node:path'

/** Maps each program to its Debian package. */
const TO_RUN = {
  'qemu-system-x86_64': 'qemu-system-x86',
  ssh: 'openssh-client',
  'ssh-keyscan': 'openssh-client',
  scp: 'openssh-client',
  setpriv: 'util-linux',
}
const TO_BUILD = {
  mmdebstrap: 'mmdebstrap',
  mksquashfs: 'squashfs-tools',
  mke2fs: 'e2fsprogs',
  cpio: 'cpio',
  depmod: 'kmod',
  busybox: 'busybox-static',
  xz: 'xz-utils',
  'ssh-keygen': 'openssh-client',
}

const TO_COMPILE = {
  gcc: 'gcc',
  ld: 'binutils',
  make: 'make',
  patch: 'patch',
  python3: 'python3',
  bison: 'bison',
  flex: 'flex',
  m4: 'm4',
  xz: 'xz-utils',
}
const TOOLS = { run: TO_RUN, build: TO_BUILD, compile: TO_COMPILE }

/** @throws Error that names every missing program and the command that installs them */
export function requireTools(need: keyof typeof TOOLS): void {
  const wanted = Object.entries(TOOLS[need])
  const missing = wanted.filter(([program]) => !isInstalled(program))
  if (missing.length === 0) return
  const programs = missing.map(([program]) => program).join(', ')
  const packages = [...new Set(missing.map(([, name]) => name))].join(' ')
  throw new Error(
    `The Xen test host needs ${programs}. Install with:\n` +
      `  apt-get install --no-install-recommends ${packages}`,
  )
}

/** Some of these programs are in directories that only root's path contains. */
function isInstalled(program: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin']
  return folders.some((folder) => {
    try {
      accessSync(path.join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
