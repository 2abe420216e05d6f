import { idlePCpus, leverLab, pinningLab, realTimeLab } from '@steelyard/simulator'
import { baseTwinOf, type HostToPlay } from '../prediction/host-to-play.ts'
import { boundedSeconds, boundNotes } from '../run/bounded-seconds.ts'
import { boostVariants } from './boost-variants.ts'
import type { LabQuestion } from './lab-question.ts'
import type { LabSetUp, WantedLab } from './lab-set-up.ts'
import { leverOptions } from './lever-options.ts'

/** A few hundred jobs of most tasks, and enough jobs of the longest one. */
const REAL_TIME_SECONDS = 60
const LEAST_PERIODS = 50

/**
 * The plays for a question, shortened to the limits of one lab run.
 * @throws TwinError
 */
export function setUpLab(
  question: LabQuestion,
  replications: { variant: number; beside: number },
): LabSetUp {
  const wanted = wantedBy(question)
  const { variants, sweep = [], streams = [], levers = null, seconds, assumptions } = wanted
  const allStreams = [...streams, ...sweep.flatMap(({ stream }) => stream ?? [])]
  const horizonSeconds = boundedSeconds(seconds, [
    ...variants.map(({ config }) => ({ config, runs: replications.variant })),
    ...sweep.map(({ config }) => ({ config, runs: replications.beside })),
    // Each stream takes as long as one run in total, in one piece or in several.
    ...allStreams.map((config) => ({ config, runs: 1 })),
  ])
  return {
    variants,
    sweep,
    streams,
    levers,
    horizonSeconds,
    judgesShares: question.kind === 'boost' || question.kind === 'pinning',
    advises: question.kind === 'pinning',
    assumptions,
    notes: boundNotes(horizonSeconds, seconds),
  }
}

function wantedBy(question: LabQuestion): WantedLab {
  switch (question.kind) {
    case 'boost':
      return boostVariants(question)
    case 'pinning': {
      const { config, ...base } = baseTwinOf(question.host)
      return { ...base, variants: pinningLab(config) }
    }
    case 'levers':
      return leverVariants(question.host)
    case 'real-time': {
      const periods = question.host.realTime.map(({ periodSeconds }) => periodSeconds)
      const seconds = Math.max(REAL_TIME_SECONDS, LEAST_PERIODS * Math.max(...periods))
      return { variants: realTimeLab(question.host), seconds, assumptions: [] }
    }
  }
}

/** Every lever of an analysed host, for comparison with the targets of its analysis. */
function leverVariants(host: HostToPlay): WantedLab {
  const { config, ...base } = baseTwinOf(host)
  const variants = leverLab(config, leverOptions(host))
  return {
    ...base,
    variants: variants.map(({ lever: _, ...variant }) => variant),
    levers: {
      host,
      idlePCpus: idlePCpus(config),
      kinds: new Map(variants.map(({ id, lever }) => [id, lever])),
    },
  }
}
