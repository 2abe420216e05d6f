import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { BootedHost } from '../../e2e/xen-host/lib/boot.ts'
import type { PlannedRecording } from './campaign-types.ts'
import { bootLabHost } from './lab-host.ts'
import { layOut } from './lay-out.ts'
import { recordRaw } from './record-raw.ts'

/**
 * Records the plans one after the other. A recording appears under `into` once it is complete;
 * existing recordings are skipped. The same host is reused as long as it suits the plan. After a
 * failure the next recording gets a new host.
 *
 * @returns the names of the recordings that failed
 */
export async function recordCampaign(
  plans: readonly PlannedRecording[],
  into: string,
  log: (what: string) => void,
): Promise<string[]> {
  const failed: string[] = []
  let current: { booted: BootedHost; plan: PlannedRecording } | null = null
  const stop = async () => {
    await current?.booted.stop()
    current = null
  }
  for (const plan of plans) {
    if (existsSync(path.join(into, plan.name))) continue
    try {
      if (current && !suits(current.plan, plan)) await stop()
      if (!current) {
        log(`Booting a host for ${plan.name}`)
        current = { booted: await bootLabHost(plan), plan }
      }
      log(`Recording ${plan.name}`)
      await recordWhole(current.booted, plan, into)
      log(`Recorded ${plan.name}`)
    } catch (error) {
      log(`${plan.name} failed: ${error instanceof Error ? error.message : error}`)
      failed.push(plan.name)
      await stop()
    }
  }
  await stop()
  return failed
}

/** Compares what is fixed when a host boots. The scheduler's parameters can change later. */
function suits(of: PlannedRecording, plan: PlannedRecording): boolean {
  const [a, b] = [of, plan].map(({ clock, pCpus, client, scheduler, guests }) => {
    return [clock, pCpus, client, scheduler.name, guests.length]
  })
  return isDeepStrictEqual(a, b)
}

async function recordWhole(
  { host }: BootedHost,
  plan: PlannedRecording,
  into: string,
): Promise<void> {
  mkdirSync(into, { recursive: true })
  const work = mkdtempSync(path.join(into, `.${plan.name}-`))
  try {
    const [raw, whole] = [path.join(work, 'raw'), path.join(work, 'whole')]
    mkdirSync(raw)
    await recordRaw(host, plan, raw)
    await layOut(raw, whole, plan)
    renameSync(whole, path.join(into, plan.name))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
