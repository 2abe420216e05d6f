import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { filesIn } from './images.ts'
import { quitQemu } from './monitor.ts'

export type BootOptions = {
  scheduler: 'credit' | 'credit2'
  /** A hypervisor other than Debian's. */
  hypervisor?: string
  /** What the hypervisor is told besides its scheduler. */
  hypervisorArguments?: string
  /** Number of physical CPUs of the host. */
  pCpus?: number
  /** One instruction takes one nanosecond, so other load on this machine has no effect. */
  virtualTime?: boolean
  /**
   * Gives each pCPU its own thread, for load on all of them at once. By default they take turns.
   */
  parallel?: boolean
  memoryMiB?: number
  /** The port of Domain-0's sshd on this machine, where it must be known before the boot. */
  sshPort?: number
  /** The `sshPort` of another host, which this one then reaches at `PEER_ADDRESS`, port 22. */
  peerSshPort?: number
}

/** Where Domain-0 finds its peer. Without one, it reaches nobody. */
export const PEER_ADDRESS = '10.77.0.3'
/** QEMU makes it from the address. */
export const PEER_MAC = '52:55:0a:4d:00:03'

/** Ports on loopback through which this machine reaches the host. */
export type Ports = {
  /** The port of Domain-0's sshd. */
  ssh: number
  /** The ports of the guests in order, from guest 1. */
  guestSsh: number[]
  guestHttp: number[]
}

// Everything is emulated, without KVM, so it runs anywhere. With SMAP, QEMU 7.2 crashes a PV
// Domain-0. With XSAVE and AVX, register state was occasionally lost, which corrupted SSH packets.
const CPU = 'max,-smap,-xsave,-xsaveopt,-xsavec,-xgetbv1,-avx,-avx2,-fma,-f16c,-pku'

const XEN = 'dom0_mem=640M,max:640M dom0_max_vcpus=1 com1=115200,8n1 console=com1 spec-ctrl=no'
const DOMAIN_0 = 'console=hvc0 root=/dev/vda mitigations=off net.ifnames=0 quiet norandmaps'

/** Starts the emulator. It ends with this process, however that ends. */
export function spawnQemu(
  images: string,
  directory: string,
  ports: Ports,
  options: BootOptions,
): ChildProcess {
  const { scheduler, pCpus = 1, virtualTime, parallel, memoryMiB = 2048 } = options
  const { xen, kernel, initrd, disk } = filesIn(images)
  const { hypervisor = xen, hypervisorArguments = '' } = options
  const forward = [
    `hostfwd=tcp:127.0.0.1:${ports.ssh}-10.77.0.1:22`,
    ...ports.guestSsh.map((port, i) => `hostfwd=tcp:127.0.0.1:${port}-10.77.0.1${i + 1}:22`),
    ...ports.guestHttp.map((port, i) => `hostfwd=tcp:127.0.0.1:${port}-10.77.0.1${i + 1}:80`),
    ...forwardToPeer(options.peerSshPort),
  ]
  const qemu = [
    ['-machine', 'pc', '-cpu', CPU],
    ['-accel', `tcg,thread=${parallel ? 'multi' : 'single'},tb-size=512`],
    virtualTime ? ['-icount', 'shift=0,sleep=on,align=off'] : [],
    ['-smp', String(pCpus), '-m', String(memoryMiB), '-nodefaults', '-display', 'none'],
    ['-kernel', hypervisor, '-append', `sched=${scheduler} ${hypervisorArguments} ${XEN}`],
    ['-initrd', `${kernel} ${DOMAIN_0},${initrd}`],
    // Writes go to a layer of this run, so the image stays as it was built.
    ['-drive', `file=${disk},format=raw,if=virtio,cache=unsafe,snapshot=on`],
    ['-netdev', ['user,id=net0,restrict=on,net=10.77.0.0/24,host=10.77.0.2', ...forward].join(',')],
    ['-device', 'virtio-net-pci,id=nic0,netdev=net0'],
    ['-serial', `file:${path.join(directory, 'console.log')}`],
    ['-qmp', `unix:${monitorSocket(directory)},server=on,wait=off`],
  ].flat()
  return spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'qemu-system-x86_64', ...qemu], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, TMPDIR: directory },
  })
}

/**
 * QEMU starts a program for each connection to the peer. Its own name server would have the peer's
 * address, so that one moves.
 */
function forwardToPeer(sshPort: number | undefined): string[] {
  if (sshPort === undefined) return []
  const script = path.join(import.meta.dirname, 'pipe-to-port.mjs')
  const program = [process.execPath, script, sshPort].map((word) => `'${word}'`).join(' ')
  // QEMU separates options by commas, and takes two for one.
  const escaped = program.replaceAll(',', ',,')
  return ['dns=10.77.0.4', `guestfwd=tcp:${PEER_ADDRESS}:22-cmd:${escaped}`]
}

export function monitorSocket(directory: string): string {
  return path.join(directory, 'monitor')
}

export async function endQemu(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  await quitQemu(monitorSocket(directory)).catch(() => child.kill('SIGKILL'))
  await exited
}
