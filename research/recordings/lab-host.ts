import { readFileSync } from 'node:fs'
import path from 'node:path'
import { type BootedHost, bootXenHost } from '../../e2e/xen-host/lib/boot.ts'
import { ensureHypervisor, ensureImages } from '../../e2e/xen-host/lib/images.ts'
import { GUESTS, type XenHost } from '../../e2e/xen-host/lib/xen-host.ts'
import type { PlannedRecording } from './campaign-types.ts'
import { compileStatically } from './compile-statically.ts'
import { guestAddress } from './guest-address.ts'

const SOURCE = path.join(import.meta.dirname, 'domain-0')
export const LAB_FOLDER = '/root/lab'
/** The name of an extra guest without load, which sends the requests when Domain-0 does not. */
export const CLIENT_GUEST = 'client'

/** What is fixed when a host boots. */
export interface LabHost
  extends Pick<PlannedRecording, 'clock' | 'scheduler' | 'pCpus' | 'guests' | 'client'> {
  /** Arguments of the hypervisor for experiments, which takes the place of Debian's. */
  experiment?: string
  /** What the client's link carries, as xl has it; without a limit by default. */
  clientRate?: string
  /** How many guests there will be, where more are added later. */
  memoryForGuests?: number
}

/** Boots a host with the planned guests and the tools that recording needs. */
export async function bootLabHost(plan: LabHost): Promise<BootedHost> {
  const { clock, scheduler, pCpus, client, experiment, clientRate } = plan
  const guests = plan.guests.length
  const planned = guests + (client === 'guest' ? 1 : 0)
  const more = (plan.memoryForGuests ?? planned) - GUESTS.length
  const memoryMiB = 2048 + Math.max(0, more) * 256
  const options = {
    scheduler: scheduler.name,
    pCpus,
    memoryMiB,
    ...(clock === 'virtual' ? { virtualTime: true } : { parallel: true }),
    ...(experiment === undefined
      ? {}
      : { hypervisor: await ensureHypervisor(), hypervisorArguments: experiment }),
  }
  const booted = await bootXenHost(await ensureImages(), options)
  try {
    const { host } = booted
    await installTools(host)
    await addGuests(host, GUESTS.length, guests)
    if (client === 'guest') {
      await addGuest(host, guests + 1, CLIENT_GUEST, clientRate)
      await host.run(
        `${loginTo(guests + 1)} 'cat >/tmp/replay; chmod 755 /tmp/replay' <${LAB_FOLDER}/replay`,
      )
    }
    return booted
  } catch (error) {
    await booted.stop()
    throw error
  }
}

async function installTools(host: XenHost): Promise<void> {
  await host.run(`mkdir -p ${LAB_FOLDER}`)
  await sendFile(host, `${LAB_FOLDER}/replay`, compileStatically(path.join(SOURCE, 'replay.c')))
  await sendFile(host, `${LAB_FOLDER}/record.sh`, readFileSync(path.join(SOURCE, 'record.sh')))
  await host.run(`chmod 755 ${LAB_FOLDER}/replay ${LAB_FOLDER}/record.sh`)
}

export async function sendFile(host: XenHost, to: string, content: Buffer | string): Promise<void> {
  await host.run(`base64 -d >${to}`, Buffer.from(content).toString('base64'))
}

/** Adds guests to those that there are; names and addresses end at nine. */
export async function addGuests(host: XenHost, from: number, to: number): Promise<void> {
  for (let number = from + 1; number <= to; number++) await addGuest(host, number, `vm${number}`)
}

/** Adds one more guest, based on the configuration of the third. */
async function addGuest(host: XenHost, number: number, name: string, rate?: string): Promise<void> {
  const changes = [
    `s/\\bvm3\\b/${name}/g`,
    `s/0003"$/000${number}"/`,
    `s/10\\.77\\.0\\.13/${guestAddress(number)}/`,
    `s/00:13,/00:1${number},/`,
    ...(rate ? [`s#bridge=xenbr0#&,rate=${rate}#`] : []),
  ]
  const file = `/etc/xen/${name}.cfg`
  await host.run(`sed '${changes.join(';')}' /etc/xen/vm3.cfg >${file} && xl create -q ${file}`)
  await host.run(`timeout 300 sh -c 'until ${loginTo(number)} true </dev/null; do sleep 1; done'`)
}

/** The command with which Domain-0 runs another one in a guest, whatever its number. */
export function loginTo(number: number): string {
  return `ssh -q -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null root@${guestAddress(number)}`
}
