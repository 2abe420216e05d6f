import { z } from 'zod'
import { VERDICTS } from './verdicts.ts'

export const Verdict = z
  .enum(VERDICTS)
  .describe(
    '`saturated`: targets are missed and the guests ask for more CPU than there is. `misses`, `meets`: measured with enough evidence, or predicted with the whole interval on one side. `probably-misses`, `probably-meets`: the evidence is thin, or the interval includes the target. `not-enough-evidence`: the recording supports none; `evidence` says what it lacks.',
  )
export type Verdict = z.infer<typeof Verdict>
