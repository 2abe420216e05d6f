import { type Headroom, playHeadroom } from '@steelyard/analysis'
import type { JobContext } from '../jobs/handle-job.ts'
import { cannotPlay } from './cannot-play.ts'
import { loadHostToPlay } from './load-host-to-play.ts'

/** A headroom run as its row stores it. */
export interface StoredHeadroom {
  headroom: Headroom[]
  /** By domain, in seconds; null for a domain without one. */
  targets: Record<string, number | null>
}

/** The steps in which progress is told. */
const STEPS = 12

/** Simulates an analysed host under other loads. */
export async function answerHeadroom(
  { deps, signal, progress }: JobContext<unknown>,
  { analysisId }: { analysisId: string },
): Promise<StoredHeadroom> {
  const host = await loadHostToPlay(deps.db, analysisId)
  signal.throwIfAborted()
  const headroom = await playHeadroom(host, {
    signal,
    onProgress: (fraction) =>
      progress({
        stage: 'Playing the host under other loads',
        done: Math.floor(fraction * STEPS),
        total: STEPS,
        unit: 'steps',
      }),
  }).catch(cannotPlay)
  const targets = host.domains.map(({ name, targetSeconds }) => [name, targetSeconds] as const)
  return { headroom, targets: Object.fromEntries(targets) }
}
