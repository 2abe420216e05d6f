import { gunzipSync } from 'node:zlib'
import type { XenHost } from '../../e2e/xen-host/lib/xen-host.ts'
import type { PlannedLoad } from '../recordings/campaign-types.ts'
import { LAB_FOLDER, sendFile } from '../recordings/lab-host.ts'
import { replayPlan } from '../recordings/replay-plan.ts'
import { startEpoch } from '../recordings/run-facts.ts'
import { pickUpsOf } from './pick-ups.ts'

export interface PlayedLoad {
  /** The plan's second 0, by the clock of the host. */
  startEpochSeconds: number
  /** The clients' table of each guest, as replay.c wrote it. */
  clientTables: ReadonlyMap<string, string>
  /** When each guest took its requests up: see `pickUpsOf`. */
  pickUps: ReadonlyMap<string, number[]>
  /** How long it took by our clock. */
  wallSeconds: number
  /** What Domain-0 said: what it was to show, the load's beginning, and once more what to show. */
  said: string
}

const FOLDER = '/tmp/experiment'

/**
 * Sends the planned requests from Domain-0 and fetches what the clients measured.
 *
 * @param show a command for Domain-0 right before the load and right after it
 */
export async function playLoad(
  host: XenHost,
  load: PlannedLoad,
  show = 'true',
): Promise<PlayedLoad> {
  await host.run(`rm -rf ${FOLDER} && mkdir ${FOLDER}`)
  await sendFile(host, `${FOLDER}/plan`, replayPlan(load))
  const begin = performance.now()
  const said = await host.run(`${show}; ${LAB_FOLDER}/replay ${FOLDER}/plan ${FOLDER}; ${show}`)
  const wallSeconds = (performance.now() - begin) / 1000
  const clientTables = new Map<string, string>()
  const pickUps = new Map<string, number[]>()
  for (const [index, { name }] of load.guests.entries()) {
    const packed = await host.run(`gzip -1 -c ${FOLDER}/${name}.csv | base64 -w 0`)
    clientTables.set(name, gunzipSync(Buffer.from(packed, 'base64')).toString())
    pickUps.set(name, await pickUpsOf(host, index + 1))
  }
  return { startEpochSeconds: startEpoch(said), clientTables, pickUps, wallSeconds, said }
}

export function secondsOf({ phases }: PlannedLoad): number {
  return phases.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
}
