import type {
  EvidenceGrade,
  OptionName,
  PlanChange,
  Prediction,
  Statistic,
  WantedPool,
} from '@steelyard/contract'
import type { Keeping } from '@steelyard/words'
import type { Plan, PlanReason } from '@steelyard/xen'
import { z } from 'zod'
import { jsonColumn } from '../json-column.ts'

/**
 * The wanted weight or cap of a domain, or both; a value left out stays as it is. The name is
 * resolved to a UUID when the host is read.
 */
interface WantedByName {
  domain: string
  weight?: number
  cap?: number
}

/** The pCPUs on which a domain's vCPUs are to run. */
export interface PinByName {
  domain: string
  pCpus: number[] | 'all'
}

/** The content of `Plan.wanted`: the wish, and what the analysis behind it found and predicted. */
export interface PlanWish {
  weights: WantedByName[]
  pins: PinByName[]
  realTimePool?: WantedPool
  /** The source of values set by hand, in the words of their sender. */
  origin?: string
  /** As in `stored-wish.ts`. */
  option?: OptionName[]
  isOwn?: boolean
  domain0Weight?: number
  /** The weights that the analysis started from; empty for weights set by hand. */
  analysed: { domain: string; weight: number }[]
  predicted: ({ domain: string; before: Prediction | null; after: Prediction | null } & Pick<
    PlanChange,
    'targetMs' | 'meetsTarget'
  >)[]
  /** What the predictions are of and who makes them; absent when there are none. */
  predictor?: string
  statistic?: Statistic
  targetWindowSeconds?: number | null
  grade?: EvidenceGrade | null
  /** Which estimator predicts, and whether the second one agrees. */
  statement?: string
  /** How long the plan may be applied, where the loop waits longer than an operator would. */
  lifetimeSeconds?: number
  /** Remarks about the recommendation itself. */
  notes: string[]
}

/** The content of `Plan.content` once the host has been read, or without a connection to it. */
export type PlanContent =
  /** `keeping` is left out where no pool is connected, and by versions before. */
  | { kind: 'against-host'; plan: Plan; unknownDomains: string[]; keeping?: Keeping }
  /** Plans of versions before have no reasons. */
  | { kind: 'by-hand'; scheduler: string | null; reasons?: PlanReason[] }

/** `Plan.content` */
export const planContent = jsonColumn<PlanContent>(
  'what a plan would do',
  z.discriminatedUnion('kind', [
    z.looseObject({
      kind: z.literal('against-host'),
      plan: z.looseObject({ reasons: z.array(z.looseObject({})) }),
      unknownDomains: z.array(z.string()),
      keeping: z.looseObject({ code: z.string() }).optional(),
    }),
    z.looseObject({ kind: z.literal('by-hand') }),
  ]),
)

/** What was planned from a reading of the host, which alone can be applied. */
export function planAgainstHost({ content }: { content: unknown }) {
  const read = planContent.read(content)
  if (read.kind !== 'against-host')
    throw new Error('A plan for commands by hand cannot be applied.')
  return read
}
