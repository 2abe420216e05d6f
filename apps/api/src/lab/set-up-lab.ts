import type { LabQuestion } from '@steelyard/contract'
import { type LabVariant, pinningLab } from '@steelyard/simulator'
import type { Db } from '../db.ts'
import { boundedSeconds } from './bounded-seconds.ts'
import type { LabSetUp, SweepConfig } from './lab-set-up.ts'
import { analysedHost, type PlayedHost } from './played-host.ts'

/** Of the runs themselves beside their replications. */
interface Variants {
  host: PlayedHost
  variants: LabVariant[]
  sweep: SweepConfig[]
}

/**
 * What a question has the twin play, no longer than the bounds of one lab run allow.
 * @throws AppError as `analysedHost` does
 * @throws TwinError
 */
export async function setUpLab(
  db: Db,
  question: LabQuestion,
  runsOf: { variant: number; sweep: number },
): Promise<LabSetUp> {
  const { host, variants, sweep } = await variantsOf(db, question)
  const runs = variants.length * runsOf.variant + sweep.length * runsOf.sweep
  const horizonSeconds = boundedSeconds(host.seconds, runs)
  return {
    ...{ variants, sweep, horizonSeconds },
    advises: question.kind === 'pinning',
    notes: [
      ...host.notes,
      ...(horizonSeconds < host.seconds
        ? [
            `The first ${Math.round(horizonSeconds)} of ${Math.round(host.seconds)} seconds are played, so that all variants together stay within minutes.`,
          ]
        : []),
    ],
  }
}

async function variantsOf(db: Db, question: LabQuestion): Promise<Variants> {
  switch (question.kind) {
    case 'pinning': {
      const host = await analysedHost(db, question.analysisId)
      return { host, variants: pinningLab(host.config), sweep: [] }
    }
  }
}
