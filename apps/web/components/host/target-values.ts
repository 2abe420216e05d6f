import type { Domain } from '@steelyard/contract'
import { z } from 'zod'

/** An empty field means "not promised". */
function optionalPositive(most: number) {
  return z
    .string()
    .trim()
    .transform((text) => (text === '' ? null : Number(text)))
    .refine((value) => value === null || (value > 0 && value <= most), {
      message: 'a number above 0, or empty',
    })
}

export const targetsSchema = z.object({
  rows: z.array(
    z.object({
      responseTimeMs: optionalPositive(86_400_000),
      throughputPerSecond: optionalPositive(1e9),
    }),
  ),
})

export type TargetsInput = z.input<typeof targetsSchema>
export type TargetsValues = z.output<typeof targetsSchema>

export function targetsInput(domains: readonly Domain[]): TargetsInput {
  return {
    rows: domains.map(({ target }) => ({
      responseTimeMs: target.responseTimeMs?.toString() ?? '',
      throughputPerSecond: target.throughputPerSecond?.toString() ?? '',
    })),
  }
}
