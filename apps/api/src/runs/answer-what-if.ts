import { type AskedHost, playWhatIf } from '@steelyard/analysis'
import type { JobContext } from '../jobs/handle-job.ts'
import { cannotPlay } from './cannot-play.ts'
import { loadHostToPlay } from './load-host-to-play.ts'
import { presentWhatIf } from './present/present-what-if.ts'
import type { StoredWhatIf } from './stored-what-if.ts'

/** Simulates an analysed host as it is and as the question changes it. */
export async function answerWhatIf(
  { deps, payload: { replications }, signal, progress }: JobContext<{ replications: number }>,
  { analysisId, asked }: { analysisId: string; asked: AskedHost },
): Promise<StoredWhatIf> {
  progress({ stage: 'Building the simulation', done: null, total: null, unit: null, message: null })
  const host = await loadHostToPlay(deps.db, analysisId)
  signal.throwIfAborted()
  const total = 2 * replications
  const played = await playWhatIf(host, asked, {
    replications,
    signal,
    onProgress: (fraction) =>
      progress({
        stage: 'Playing the host as it is and as asked',
        done: Math.floor(fraction * total),
        total,
        unit: 'replications',
        message: null,
      }),
  }).catch(cannotPlay)
  return presentWhatIf(played, host)
}
