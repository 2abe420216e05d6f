import type { LabResult, LabVariant, Lever, Levers, TwinRunResult } from '@steelyard/contract'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'
import type { StoredHeadroom } from './answer-headroom.ts'
import type { StoredQuestion } from './stored-question.ts'

/** `Run.question` */
export const runQuestion = jsonColumn<StoredQuestion>(
  'the question of a run',
  z.looseObject({ kind: z.string() }),
)

/** `Run.result` of a what-if question. */
export const whatIfPlayed = jsonColumn<StoredWhatIf>(
  'what a simulation found',
  z.looseObject({ changes: z.array(z.looseObject({ domain: z.string() })) }),
)

/** `Run.result` of the question how much more load a host can take. */
export const headroomPlayed = jsonColumn<StoredHeadroom>(
  'how much more load a host can take',
  z.looseObject({
    headroom: z.array(z.looseObject({})),
    targets: z.record(z.string(), z.number().nullable()),
  }),
)

/** `Run.result` of a question to the lab. */
export const labPlayed = jsonColumn<StoredLab>(
  'what the lab found',
  z.looseObject({ variants: z.array(z.looseObject({})) }),
)

type PlayedRun = StoredWhatIf | StoredHeadroom | StoredLab

/** Whatever was played is stored as it is; its question says which of these it is. */
export const runResult = jsonColumn<PlayedRun>('what a run found', z.looseObject({}))

/** A what-if run as its row stores it, without the sentence that `serveWhatIf` makes. */
export type StoredWhatIf = Omit<TwinRunResult, 'statement'>

/** A lab run as its row stores it: the values, from which `serveLab` makes figures and sentences. */
export interface StoredLab extends Omit<LabResult, 'variants' | 'verdict' | 'levers'> {
  variants: StoredVariant[]
  levers: StoredLevers | null
}

export type StoredVariant = Omit<LabVariant, 'meanMs'>

export interface StoredLevers extends Omit<Levers, 'ranked' | 'statement' | 'leadStatement'> {
  ranked: StoredLever[]
}

export type StoredLever = Omit<Lever, 'effect'>
