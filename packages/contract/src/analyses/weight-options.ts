import { z } from 'zod'
import { EstimatorId } from './estimators.ts'
import { PredictedWeight } from './prediction.ts'

/** Where the weights of a row come from. */
export const OptionName = z
  .enum(['in-force', 'recommended', 'smallest-change', 'sandpiper', 'total-delay', 'equal'])
  .describe(
    '`in-force`: leave them alone. `recommended`: by this analysis. `smallest-change`: the fewest guests changed, and of these the least sum of |ln after / before|, with which every target is predicted to be met. `sandpiper`: what SandPiper would set. `total-delay`: the least sum of response times by eq (7) of the paper, as corrected. `equal`: the same weight for every guest.',
  )
export type OptionName = z.infer<typeof OptionName>

/** Weights that could be set, and what is predicted of them. */
export const WeightRow = z
  .object({
    names: z.array(OptionName).min(1).describe('Equal weights are one row with all their names.'),
    domains: z.array(PredictedWeight),
    payers: z
      .array(z.string())
      .describe('The domains whose predicted times grow by more than 15 % of those in force.'),
    room: z
      .number()
      .nullable()
      .describe(
        'How far the domain closest to its target stays below it: 1 − predicted / target. Negative where a target is missed.',
      ),
  })
  .meta({ id: 'WeightRow' })
export type WeightRow = z.infer<typeof WeightRow>

export const WeightOptions = z
  .object({
    predictor: EstimatorId.describe('The estimator behind all rows: that of the analysis.'),
    rows: z
      .array(WeightRow)
      .min(1)
      .describe('Those in force first. All are predicted under the recorded requests.'),
    absent: z
      .array(z.object({ name: OptionName, text: z.string() }))
      .describe('The options without a row, and why they have none.'),
    headline: z.string().describe('Which options are predicted to meet all targets.'),
    statement: z
      .string()
      .nullable()
      .describe('Which of them leaves more room than the recommended one; null where none does.'),
  })
  .meta({ id: 'WeightOptions' })
export type WeightOptions = z.infer<typeof WeightOptions>
