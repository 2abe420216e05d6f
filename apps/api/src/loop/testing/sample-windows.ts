import type { DomainArrivals } from '@steelyard/analysis'
import type { Observation } from '@steelyard/traces'
import { loadArrivals } from '../../analyses/replay/stored-arrivals.ts'
import { loadObservations } from '../../uploads/observations/stored-observations.ts'
import { sampleFiles, startUploadClient } from '../../uploads/testing/upload-client.ts'
import type { HostWindow } from '../../windows/window-rows.ts'

/** What was observed in a sample recording, as a watch would have: without clients. */
export interface SampleWindows {
  observations: Observation[]
  arrivals: DomainArrivals[]
}

export async function sampleWindows(): Promise<SampleWindows> {
  const client = await startUploadClient()
  try {
    const { db } = client.api.deps
    const { id: hostId } = await db.host.create({ data: { name: 'sample' } })
    const upload = await client.upload(sampleFiles('paper-table3-equal'), { hostId })
    const options = { estimator: 'sdps', stepShare: 0.5 }
    const { id } = await client.analyse({ hostId, uploadIds: [upload.id], options })
    const set = await db.observationSet.findFirstOrThrow()
    const { observations } = await loadObservations(db, set)
    return {
      observations: observations.map((each) => ({ ...each, clientRequests: null })),
      arrivals: await loadArrivals(db, id),
    }
  } finally {
    await client.close()
  }
}

/**
 * A stretch of a recording, over and over.
 * @param stretch seconds from the start of the recording, in whole windows
 */
export function repeated(
  { observations, arrivals }: SampleWindows,
  stretch: { fromSeconds: number; toSeconds: number },
  { fromEpochSeconds, seconds }: { fromEpochSeconds: number; seconds: number },
): HostWindow[] {
  const origin = Math.min(...observations.map((each) => each.windowStartEpochSeconds))
  const windows: HostWindow[] = []
  for (let after = 0; after < seconds; after += 10) {
    const length = stretch.toSeconds - stretch.fromSeconds
    const recorded = origin + stretch.fromSeconds + (after % length)
    const startEpochSeconds = fromEpochSeconds + after
    windows.push({
      startEpochSeconds,
      observations: observations
        .filter((each) => Math.abs(each.windowStartEpochSeconds - recorded) < 1)
        .map((each) => ({ ...each, windowStartEpochSeconds: startEpochSeconds })),
      arrivals: arrivals.map((each) => {
        const from = recorded - each.startEpochSeconds
        const within = each.offsetsSeconds.filter((offset) => offset >= from && offset < from + 10)
        const offsetsSeconds = within.map((offset) => offset - from)
        return { ...each, startEpochSeconds, offsetsSeconds }
      }),
    })
  }
  return windows
}
