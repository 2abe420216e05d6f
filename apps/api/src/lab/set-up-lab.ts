import type { LabQuestion } from '@steelyard/contract'
import { pinningLab, realTimeLab } from '@steelyard/simulator'
import type { Db } from '../db.ts'
import { boundedSeconds, boundNotes } from '../forecasts/bounded-seconds.ts'
import { hostOf } from './assess-real-time.ts'
import { boostVariants } from './boost-variants.ts'
import type { LabSetUp } from './lab-set-up.ts'
import { leverVariants } from './lever-variants.ts'
import { analysedHost } from './played-host.ts'

/** Some hundred jobs of most tasks, and enough of the longest. */
const REAL_TIME_SECONDS = 60
const LEAST_PERIODS = 50

/** What is played, and for how long it should be. */
type Wanted = Pick<LabSetUp, 'variants' | 'notes'> &
  Partial<Pick<LabSetUp, 'sweep' | 'streams' | 'levers'>> & { seconds: number }

/**
 * What a question has the twin play, no longer than the bounds of one lab run allow.
 * @throws AppError as `analysedHost` does
 * @throws TwinError
 */
export async function setUpLab(
  db: Db,
  question: LabQuestion,
  replications: { variant: number; beside: number },
): Promise<LabSetUp> {
  const asked = await wanted(db, question)
  const { variants, sweep = [], streams = [], levers = null, seconds, notes } = asked
  const allStreams = [...streams, ...sweep.flatMap(({ stream }) => stream ?? [])]
  const horizonSeconds = boundedSeconds(seconds, [
    ...variants.map(({ config }) => ({ config, runs: replications.variant })),
    ...sweep.map(({ config }) => ({ config, runs: replications.beside })),
    // Each as long as one run, in one piece or in several.
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
    notes: [...notes, ...boundNotes(horizonSeconds, seconds, 'all variants')],
  }
}

async function wanted(db: Db, question: LabQuestion): Promise<Wanted> {
  switch (question.kind) {
    case 'boost':
      return boostVariants(db, question)
    case 'pinning': {
      const { config, ...host } = await analysedHost(db, question.analysisId)
      return { ...host, variants: pinningLab(config) }
    }
    case 'levers':
      return leverVariants(db, question.analysisId)
    case 'real-time': {
      const longestMs = Math.max(...question.realTime.map(({ periodMs }) => periodMs))
      const seconds = Math.max(REAL_TIME_SECONDS, (LEAST_PERIODS * longestMs) / 1000)
      return { variants: realTimeLab(hostOf(question)), seconds, notes: [] }
    }
  }
}
