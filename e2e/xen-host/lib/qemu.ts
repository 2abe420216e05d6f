import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { filesIn } from './images.ts'
import { quitQemu } from './monitor.ts'

export type BootOptions = {
  scheduler: 'credit' | 'credit2'
  /** Physical CPUs of the host. */
  pCpus?: number
  /** One instruction takes one nanosecond, so that nothing else on this machine shows. */
  virtualTime?: boolean
  /** A thread for each pCPU: for loads on all of them at once. Default: they take turns. */
  parallel?: boolean
  memoryMiB?: number
}

/** What can be reached from this machine, all on loopback. */
export type Ports = {
  /** Domain-0's sshd. */
  ssh: number
  /** By guest number, from 1. */
  guestSsh: number[]
  guestHttp: number[]
}

// Full emulation: no KVM, so it runs anywhere. SMAP: QEMU 7.2 lets a PV Domain-0 die with it.
// XSAVE and AVX: state got lost now and then, seen as corrupt SSH packets.
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
  const forward = [
    `hostfwd=tcp:127.0.0.1:${ports.ssh}-10.77.0.1:22`,
    ...ports.guestSsh.map((port, i) => `hostfwd=tcp:127.0.0.1:${port}-10.77.0.1${i + 1}:22`),
    ...ports.guestHttp.map((port, i) => `hostfwd=tcp:127.0.0.1:${port}-10.77.0.1${i + 1}:80`),
  ]
  const qemu = [
    ['-machine', 'pc', '-cpu', CPU],
    ['-accel', `tcg,thread=${parallel ? 'multi' : 'single'},tb-size=512`],
    virtualTime ? ['-icount', 'shift=0,sleep=on,align=off'] : [],
    ['-smp', String(pCpus), '-m', String(memoryMiB), '-nodefaults', '-display', 'none'],
    ['-kernel', xen, '-append', `sched=${scheduler} ${XEN}`],
    ['-initrd', `${kernel} ${DOMAIN_0},${initrd}`],
    // Written to a layer of this run's own; the image stays as it was built.
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

export function monitorSocket(directory: string): string {
  return path.join(directory, 'monitor')
}

export async function endQemu(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  await quitQemu(monitorSocket(directory)).catch(() => child.kill('SIGKILL'))
  await exited
}
