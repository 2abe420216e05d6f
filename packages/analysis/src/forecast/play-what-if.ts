import { valueFor } from '@steelyard/model'
import type { AnalysedHost } from '../prediction/analysed-host.ts'
import type { HostToPlay } from '../prediction/host-to-play.ts'
import type { ModelTimes, Prediction } from '../prediction/prediction.ts'
import { predictionOf } from '../prediction/predictor-basis.ts'
import { type PairedChange, pairedChanges } from '../run/paired-changes.ts'
import type { RunWatch } from '../run/play-run.ts'
import { type PlayedDomain, playedDomains } from '../run/played-domains.ts'
import { cdfGridSeconds } from '../run/response-cdf.ts'
import type { TwinNote } from '../twin/twin-notes.ts'
import type { AskedHost } from './asked-host.ts'
import { questionOf } from './asked-times.ts'
import { playQuestion } from './play-question.ts'
import { type WhatIfNote, whatIfNotes } from './what-if-notes.ts'

/** The twin's answer to a what-if question. Times are in seconds. */
export interface PlayedWhatIf {
  /** The host as it was analysed. */
  now: PlayedDomain[]
  /** The host as the question changes it, played with the same seeds. */
  asked: PlayedDomain[]
  changes: WhatIfChange[]
  arrivals: 'recorded' | 'synthetic'
  replications: number
  /** Simulated time of each replication. */
  simulatedSeconds: number
  /** The assumptions behind the answer. */
  assumptions: TwinNote[]
  notes: WhatIfNote[]
}

interface WhatIfChange extends PairedChange {
  /** The predictions of the analysis, in the statistic that the targets refer to. */
  predictedNow: Prediction | null
  predictedThen: Prediction | null
  meetsTarget: boolean | null
}

/**
 * The twin plays the host as it is and as changed, in threads.
 * @throws TwinError when one of the two cannot be played
 * @throws the signal's reason when aborted
 */
export async function playWhatIf(
  host: HostToPlay,
  asked: AskedHost,
  { replications, ...watch }: RunWatch & { replications: number },
): Promise<PlayedWhatIf> {
  const { known } = host
  const cdfAtSeconds = cdfGridSeconds(known.load)
  const { twin, wantedSeconds, horizonSeconds, asIs, asAsked, times } = await playQuestion(
    host,
    asked,
    { ...watch, replications, cdfAtSeconds },
  )
  return {
    now: playedDomains(asIs.summary, cdfAtSeconds),
    asked: playedDomains(asAsked.summary, cdfAtSeconds),
    changes: pairedChanges(asIs.results, asAsked.results).map((change) => ({
      ...change,
      ...predictedChange(host, asked, { domain: change.domain, times }),
    })),
    arrivals: twin.arrivals,
    replications,
    simulatedSeconds: horizonSeconds,
    assumptions: twin.notes,
    notes: whatIfNotes({
      known,
      twin,
      asked,
      wantedSeconds,
      horizonSeconds,
      summaries: { now: asIs.summary, asked: asAsked.summary },
    }),
  }
}

function predictedChange(
  { known, basis, domains }: AnalysedHost,
  asked: AskedHost,
  { domain, times }: { domain: string; times: ModelTimes },
): Pick<WhatIfChange, 'predictedNow' | 'predictedThen' | 'meetsTarget'> {
  const target = domains.find(({ name }) => name === domain)?.targetSeconds ?? null
  const predictedThen = predictionOf(basis, domain, times.get(domain), questionOf(known, asked))
  return {
    predictedNow: predictionOf(basis, domain, valueFor(basis.now, domain), 'diagnosis'),
    predictedThen,
    meetsTarget: target === null || !predictedThen ? null : predictedThen.seconds <= target,
  }
}
