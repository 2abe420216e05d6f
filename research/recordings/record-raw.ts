import { execFileSync } from 'node:child_process'
import type { XenHost } from '../../e2e/xen-host/lib/xen-host.ts'
import type { PlannedRecording } from './campaign-types.ts'
import { guestAddress } from './guest-address.ts'
import { LAB_FOLDER, sendFile } from './lab-host.ts'
import { weightOf } from './recording-json.ts'
import { replayPlan, warmUpPlan } from './replay-plan.ts'

/** Records one run on a booted host; `into` then holds the files that Domain-0 wrote. */
export async function recordRaw(
  host: XenHost,
  plan: PlannedRecording,
  into: string,
): Promise<void> {
  const run = `/tmp/${plan.name}`
  await host.run(`rm -rf ${run} && mkdir ${run}`)
  await sendFile(host, `${run}/settings`, settings(plan))
  await sendFile(host, `${run}/plan`, replayPlan(plan))
  await sendFile(host, `${run}/warm-up`, warmUpPlan(plan.guests))
  await sendFile(host, `${run}/weights`, weights(plan))
  await host.run(`${LAB_FOLDER}/record.sh ${run}`)
  const packed = await host.run(`tar -C ${run} -cf - . | gzip -1 | base64 -w 0 && rm -rf ${run}`)
  execFileSync('tar', ['-C', into, '-xzf', '-'], { input: Buffer.from(packed, 'base64') })
}

function settings({ scheduler, guests, phases, client }: PlannedRecording): string {
  const { name, tsliceMs, ratelimitUs } = scheduler
  const seconds = phases.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const lines = {
    scheduler: name,
    constants: `'${tsliceMs === null ? '' : `-t ${tsliceMs} `}-r ${ratelimitUs}'`,
    guests: `'${guests.map((_, index) => guestAddress(index + 1)).join(' ')}'`,
    seconds,
    client: client === 'guest' ? guestAddress(guests.length + 1) : '',
  }
  return Object.entries(lines)
    .map(([variable, value]) => `${variable}=${value}\n`)
    .join('')
}

function weights({ guests, weights: own }: PlannedRecording): string {
  return guests.map(({ name }) => `${name} ${weightOf(name, own)}\n`).join('')
}
