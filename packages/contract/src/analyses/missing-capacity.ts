import { z } from 'zod'

export const MissingCapacity = z
  .object({
    statement: z.string(),
    loadShare: z
      .number()
      .nullable()
      .describe(
        'The largest part of the present rates of requests at which some weights are predicted to keep every target; null where not even a twentieth is few enough.',
      ),
    sparedPCpus: z
      .number()
      .nullable()
      .describe('What the requests would then need less, in CPU seconds per second.'),
    speed: z
      .number()
      .nullable()
      .describe(
        'The least speed of the host with which some weights are predicted to do so, now being 1; null above 4.',
      ),
  })
  .meta({ id: 'MissingCapacity' })
export type MissingCapacity = z.infer<typeof MissingCapacity>
