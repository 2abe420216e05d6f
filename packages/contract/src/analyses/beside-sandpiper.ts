import { z } from 'zod'
import { WeightObjective } from './analysis-options.ts'
import { PredictedWeight } from './prediction.ts'

/** Weights, and what the simulation expects of them. */
export const WeightOption = z
  .object({
    of: z.enum(['in-force', 'recommended', 'sandpiper']),
    domains: z.array(PredictedWeight),
    worst: z
      .object({ domain: z.string(), ratio: z.number() })
      .nullable()
      .describe('The highest predicted time over its target.'),
    gain: z
      .object({ value: z.number(), uncertainty: z.number() })
      .nullable()
      .describe(
        'Of `objective`, 1 − after / before, against the weights in force, with the half-width of its 80 % interval.',
      ),
  })
  .meta({ id: 'WeightOption' })
export type WeightOption = z.infer<typeof WeightOption>

export const BesideSandpiper = z
  .object({
    statement: z
      .string()
      .describe('What SandPiper would do and what the simulation expects of it, in one sentence.'),
    objective: WeightObjective.nullable().describe('Null where there are no options.'),
    options: z
      .array(WeightOption)
      .describe(
        'The weights in force, those recommended if any are, and SandPiper’s; empty where it would change none. All predictions are the simulation’s; null where it did not play.',
      ),
  })
  .meta({ id: 'BesideSandpiper' })
export type BesideSandpiper = z.infer<typeof BesideSandpiper>
