import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { findFreePort } from '../../../scripts/lib/free-port.ts'
import { filesIn } from './images.ts'
import { type BootOptions, endQemu, spawnQemu } from './qemu.ts'
import { XenHost } from './xen-host.ts'

export type BootedHost = { host: XenHost; stop: () => Promise<void> }

/**
 * Boots a host with three guests, which takes about a minute. The host ends with this process at
 * the latest.
 *
 * @throws Error with the end of the console output when the host does not come up
 */
export async function bootXenHost(images: string, options: BootOptions): Promise<BootedHost> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'xen-host-'))
  const ports = {
    ssh: options.sshPort ?? (await findFreePort()),
    guestSsh: await freePorts(3),
    guestHttp: await freePorts(3),
  }
  const qemu = spawnQemu(images, directory, ports, options)
  const host = new XenHost({
    directory,
    scheduler: options.scheduler,
    ports,
    controlKey: filesIn(images).controlKey,
  })
  const stop = async () => {
    await endQemu(qemu, directory)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await Promise.race([endOf(qemu), host.untilReachable().then(() => host.untilGuestsServe())])
    return { host, stop }
  } catch (error) {
    const log = existsSync(host.consoleLog) ? readFileSync(host.consoleLog, 'latin1') : ''
    await stop()
    throw new Error(`${(error as Error).message}\n${log.slice(-2_000)}`)
  }
}

async function endOf(qemu: ChildProcess): Promise<never> {
  const [said] = await Promise.all([text(qemu.stderr!), once(qemu, 'exit')])
  throw new Error(`The emulator ended: ${said}`)
}

export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = await findFreePort()
    if (!ports.includes(port)) ports.push(port)
  }
  return ports
}
