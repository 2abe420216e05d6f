import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type BootedHost, bootXenHost } from '../../e2e/xen-host/lib/boot.ts'
import { ensureImages } from '../../e2e/xen-host/lib/images.ts'
import { GUESTS, type XenHost } from '../../e2e/xen-host/lib/xen-host.ts'
import type { PlannedRecording } from './campaign-types.ts'
import { compileReplay } from './compile-replay.ts'
import { guestAddress } from './guest-address.ts'

const SOURCE = path.join(import.meta.dirname, 'domain-0')
export const LAB_FOLDER = '/root/lab'
/** The name of an extra guest without load, which sends the requests when Domain-0 does not. */
export const CLIENT_GUEST = 'client'

/** What is fixed when a host boots. */
type LabHost = Pick<PlannedRecording, 'clock' | 'scheduler' | 'pCpus' | 'guests' | 'client'>

/** Boots a host with the planned guests and the tools that recording needs. */
export async function bootLabHost(plan: LabHost): Promise<BootedHost> {
  const { clock, scheduler, pCpus, client } = plan
  const guests = plan.guests.length
  const more = guests - GUESTS.length + (client === 'guest' ? 1 : 0)
  const memoryMiB = 2048 + Math.max(0, more) * 256
  const options = {
    scheduler: scheduler.name,
    pCpus,
    memoryMiB,
    ...(clock === 'virtual' ? { virtualTime: true } : { parallel: true }),
  }
  const booted = await bootXenHost(await ensureImages(), options)
  try {
    const { host } = booted
    await installTools(host)
    for (let number = GUESTS.length + 1; number <= guests; number++) {
      await addGuest(host, number, `vm${number}`)
    }
    if (client === 'guest') {
      await addGuest(host, guests + 1, CLIENT_GUEST)
      await host.run(
        `${inGuest(guests + 1)} 'cat >/tmp/replay; chmod 755 /tmp/replay' <${LAB_FOLDER}/replay`,
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
  await sendFile(host, `${LAB_FOLDER}/replay`, compiled())
  await sendFile(host, `${LAB_FOLDER}/record.sh`, readFileSync(path.join(SOURCE, 'record.sh')))
  await host.run(`chmod 755 ${LAB_FOLDER}/replay ${LAB_FOLDER}/record.sh`)
}

export async function sendFile(host: XenHost, to: string, content: Buffer | string): Promise<void> {
  await host.run(`base64 -d >${to}`, Buffer.from(content).toString('base64'))
}

function compiled(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'replay-'))
  try {
    compileReplay(path.join(folder, 'replay'))
    return readFileSync(path.join(folder, 'replay'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Adds one more guest, based on the configuration of the third. */
async function addGuest(host: XenHost, number: number, name: string): Promise<void> {
  const changes = [
    `s/\\bvm3\\b/${name}/g`,
    `s/0003"$/000${number}"/`,
    `s/10\\.77\\.0\\.13/${guestAddress(number)}/`,
    `s/00:13,/00:1${number},/`,
  ]
  const file = `/etc/xen/${name}.cfg`
  await host.run(`sed '${changes.join(';')}' /etc/xen/vm3.cfg >${file} && xl create -q ${file}`)
  await host.run(`timeout 300 sh -c 'until ${inGuest(number)} true </dev/null; do sleep 1; done'`)
}

function inGuest(number: number): string {
  return `ssh -q -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null root@${guestAddress(number)}`
}
