import { z } from 'zod'
import { Share, Weight } from './common.ts'

export const HostExperiments = z
  .object({
    boost: z
      .enum(['wake', 'always', 'loan'])
      .describe('Which vCPUs an I/O event boosts; `wake` as in stock Xen.'),
    boostLasts: z.enum(['tick', 'loan', 'dispatch']),
    loan: z.object({
      credits: z.number().describe('The first loan and the limit of all; 10 credits are 1 ms.'),
      share: Share.describe('Part of the credits received that repays a loan.'),
      factor: z.number().describe('k of eq (4) of the paper on loans.'),
    }),
    realTimeWeight: Weight.nullable().describe(
      'Domains of this weight go ahead of others of their priority; null when none do.',
    ),
  })
  .describe(
    'What Steelyard’s hypervisor for experiments does beyond Xen; null on any other hypervisor.',
  )
  .meta({ id: 'HostExperiments' })
export type HostExperiments = z.infer<typeof HostExperiments>
