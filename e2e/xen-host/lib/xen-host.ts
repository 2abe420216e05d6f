import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOOPBACK } from '@steelyard/xen/testing'
import { plugNetwork } from './monitor.ts'
import { monitorSocket, type Ports } from './qemu.ts'
import { type Answer, runProgram, sshOptions } from './ssh.ts'

/** Numbers of the guests, which determine their names and ports. */
export const GUESTS = [1, 2, 3]
export const GUEST_NAMES = GUESTS.map((number) => `vm${number}`)
const HOST_KEY = '/etc/ssh/ssh_host_ed25519_key'
const MAKE_HOST_KEY = `ssh-keygen -q -t ed25519 -N '' -f ${HOST_KEY}`
const POLL_MS = 500
// Long enough for a machine of half the speed that runs two hosts at once.
const BOOT_TIMEOUT_MS = 600_000
const PATIENCE_SECONDS = 300

/** The UUID in the guest's configuration file. */
function uuidOfGuest(number: number): string {
  return `5ee1a4d0-0000-4000-8000-00000000000${number}`
}

/** Everything that another process needs to reach a running host. */
export type HostHandle = {
  directory: string
  scheduler: 'credit' | 'credit2'
  ports: Ports
  controlKey: string
}

/** A domain as shown by the host's own `xl`, read without the product. */
export type ShownDomain = {
  name: string
  id: number
  weight: number
  cap: number
}

/** A running Xen host, controlled as root over a connection that the product does not know. */
export class XenHost {
  readonly handle: HostHandle
  readonly address = '127.0.0.1'
  readonly rules = LOOPBACK

  constructor(handle: HostHandle) {
    this.handle = handle
  }

  get port(): number {
    return this.handle.ports.ssh
  }

  get schedCommand(): string {
    return this.handle.scheduler === 'credit' ? 'xl sched-credit' : 'xl sched-credit2'
  }

  get consoleLog(): string {
    return path.join(this.handle.directory, 'console.log')
  }

  /** Runs a shell command line on Domain-0, whatever its exit code. */
  tryRun(command: string, input = ''): Promise<Answer> {
    const { port } = this
    return runProgram(
      'ssh',
      [...this.#options(), '-p', String(port), `root@${this.address}`, command],
      input,
    )
  }

  /**
   * @returns the command's output
   * @throws Error when the command fails
   */
  async run(command: string, input = ''): Promise<string> {
    const { exitCode, stdout, stderr } = await this.tryRun(command, input)
    if (exitCode !== 0) throw new Error(`${command}: exit code ${exitCode}\n${stdout}${stderr}`)
    return stdout
  }

  /** Runs a shell command line in a guest. */
  async runInGuest(number: number, command: string, input = ''): Promise<string> {
    const access = {
      port: this.handle.ports.guestSsh[number - 1]!,
      username: 'root',
      keyFile: this.handle.controlKey,
    }
    const args = [...sshOptions(access), '-p', String(access.port), `root@${this.address}`, command]
    const { exitCode, stdout, stderr } = await runProgram('ssh', args, input)
    if (exitCode !== 0) throw new Error(`vm${number}: ${command}: ${exitCode}\n${stderr}`)
    return stdout
  }

  /** Fingerprint of a guest's sshd, read in the guest itself. */
  async guestFingerprint(number: number): Promise<string> {
    const key = '/etc/dropbear/dropbear_ed25519_host_key'
    const said = await this.runInGuest(number, `dropbearkey -y -f ${key}`)
    return /SHA256:\S+/.exec(said)![0]
  }

  /** Shares one connection for all commands, because a new one costs the emulated host a second. */
  #options(): string[] {
    const access = { port: this.port, username: 'root', keyFile: this.handle.controlKey }
    return sshOptions(access, [
      'ControlMaster=auto',
      'ControlPersist=60',
      `ControlPath=${path.join(this.handle.directory, 'control')}`,
      'ServerAliveInterval=10',
      // A busy machine may leave the host silent for a minute or two; after a reboot it stays
      // silent.
      'ServerAliveCountMax=12',
    ])
  }

  /** Drops the current connection, as needed after a reboot. */
  async forgetConnection(): Promise<void> {
    await runProgram('ssh', [...this.#options(), '-O', 'exit', this.address])
  }

  async domains(): Promise<ShownDomain[]> {
    const rows = (await this.run(this.schedCommand)).matchAll(/^(\S+) +(\d+) +(\d+) +(\d+)$/gm)
    return [...rows].map(([, name, id, weight, cap]) => ({
      name: name!,
      id: Number(id),
      weight: Number(weight),
      cap: Number(cap),
    }))
  }

  /** Seconds of CPU time that each domain has used so far. */
  async cpuSeconds(): Promise<Record<string, number>> {
    const rows = (await this.run('xl list')).matchAll(/^(\S+) .* (\d+\.\d)$/gm)
    return Object.fromEntries([...rows].map(([, name, seconds]) => [name!, Number(seconds)]))
  }

  /** Starts or stops a process in every guest that uses all the CPU it can get. */
  async setHogs(state: 'on' | 'off'): Promise<void> {
    await Promise.all(GUESTS.map((number) => this.runInGuest(number, `hog ${state}`)))
  }

  /** Runs a command on Domain-0 as soon as a guest has this weight. */
  async whenWeightIs(name: string, weight: number, command = 'true'): Promise<void> {
    const shows = `${this.schedCommand} -d ${name} | grep -q ' ${weight} *[0-9]*$'`
    const script = `until ${shows}; do sleep 0.1; done; ${command}`
    const { exitCode, stderr } = await this.tryRun(`timeout ${PATIENCE_SECONDS} sh -s`, script)
    if (exitCode === 124) throw new Error(`${name} never had weight ${weight}: ${stderr}`)
  }

  /**
   * Runs a command on Domain-0, once, right before `xl` executes this line. A watcher on the
   * outside would be too slow to come between two successive commands.
   */
  async beforeXl(line: string, command: string): Promise<void> {
    const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
if [ "$*" = '${line}' ] && mv "$here/xl.own" "$here/xl"; then
  ${command} >/dev/null
  exec "$here/xl" "$@"
fi
exec "$here/xl.own" "$@"
`
    const install = 'cd "$(dirname /usr/lib/xen-*/bin/xl)" && cat >xl.new && chmod 755 xl.new'
    await this.run(`${install} && mv xl xl.own && mv xl.new xl`, script)
  }

  /** Restores the guests and weights of the configuration files. */
  async restoreGuests(): Promise<void> {
    const script = GUESTS.map((number) => {
      const guest = `vm${number} /etc/xen/vm${number}.cfg ${uuidOfGuest(number)}`
      return `restore ${guest}`
    })
    await this.run(
      'sh -e -s',
      [
        'there=$(xl list -v)',
        `weights=$(${this.schedCommand})`,
        'restore() {',
        '  case $there in',
        `    *"$3"*) echo "$weights" | grep -q "^$1 .* 256 *0$" || ${this.schedCommand} -d $1 -w 256 -c 0 ;;`,
        '    *) xl destroy $1 2>/dev/null || true; xl create -q $2 ;;',
        '  esac',
        '}',
        ...script,
        '',
      ].join('\n'),
    )
  }

  /** Cuts the host off the network for as long as `during` takes. */
  async withoutNetwork(during: () => Promise<void>): Promise<void> {
    const socket = monitorSocket(this.handle.directory)
    await plugNetwork(socket, false)
    try {
      await during()
    } finally {
      await plugNetwork(socket, true)
    }
    await this.forgetConnection()
    await this.untilReachable()
  }

  /** Gives sshd a host key that no other host from the same image has. */
  async renewHostKey(): Promise<void> {
    await this.run(`rm ${HOST_KEY} ${HOST_KEY}.pub; ${MAKE_HOST_KEY}`)
    await this.#reloadSshd()
  }

  /** Gives sshd a new host key for as long as `during` takes. */
  async withOtherHostKey(during: () => Promise<void>): Promise<void> {
    const both = `${HOST_KEY} ${HOST_KEY}.pub`
    await this.run(`for file in ${both}; do mv $file $file.own; done`)
    await this.run(MAKE_HOST_KEY)
    await this.#reloadSshd()
    try {
      await during()
    } finally {
      await this.run(`for file in ${both}; do mv $file.own $file; done`)
      await this.#reloadSshd()
    }
  }

  /** Waits until sshd presents the current key; it refuses connections meanwhile. */
  async #reloadSshd(): Promise<void> {
    const [, key] = (await this.run(`cat ${HOST_KEY}.pub`)).split(' ')
    await this.run('kill -HUP "$(cat /run/sshd.pid)"')
    const scan = ['-t', 'ed25519', '-p', String(this.port), this.address]
    await until('sshd', async () => (await runProgram('ssh-keyscan', scan)).stdout.includes(key!))
  }

  /** Reboots at once and waits until Domain-0 answers again. */
  async reboot(): Promise<void> {
    const before = await this.run('cat /proc/sys/kernel/random/boot_id')
    await this.run('(sleep 1; busybox reboot -f) >/dev/null 2>&1 &')
    await this.forgetConnection() // otherwise it would wait for an answer that never comes
    await this.untilReachable(before)
  }

  /** @param after id of the boot that must have ended */
  async untilReachable(after = ''): Promise<void> {
    await until('sshd', async () => {
      const { exitCode, stdout } = await this.tryRun('cat /proc/sys/kernel/random/boot_id')
      return exitCode === 0 && stdout !== after
    })
  }

  /** Waits until every guest answers a request. */
  async untilGuestsServe(): Promise<void> {
    for (const port of this.handle.ports.guestHttp) {
      await until(`the guest behind port ${port}`, async () => {
        const answer = await fetch(`http://${this.address}:${port}/spin.php?n=1`, {
          signal: AbortSignal.timeout(5_000),
        })
        await answer.text()
        return answer.ok
      })
    }
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + BOOT_TIMEOUT_MS
  while (!(await isSo().catch(() => false))) {
    if (Date.now() > end) throw new Error(`The Xen host does not come up: no answer from ${what}.`)
    await sleep(POLL_MS)
  }
}
