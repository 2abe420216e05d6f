import { z } from 'zod'

// The part of `npm run accuracy -- --json` about recommendations. Times are in seconds, fractions
// are plain (0.2 = 20 %).

const Weights = z.record(z.string(), z.number())

export const JudgeId = z.enum(['twin', 'independent'])
export type JudgeId = z.infer<typeof JudgeId>
/** The origin of a choice: the shipped product, one of its models alone, or none (no change). */
export const ChoiceId = z.enum(['recommended', 'sdps', 'twin', 'nothing'])
export type ChoiceId = z.infer<typeof ChoiceId>

/** The effect of one choice of weights according to one judge. */
const Outcome = z.object({
  value: z.number().describe('Value of the objective that the product optimised.'),
  regret: z
    .number()
    .describe('The objective divided by its value at the judge’s optimum, minus 1.'),
  gain: z
    .number()
    .describe('1 minus the objective divided by its value under the weights in force.'),
  meansSeconds: z
    .record(z.string(), z.number())
    .describe('Mean response times by domain, as clients see them.'),
})
export type Outcome = z.infer<typeof Outcome>

const JudgedAdvice = z.object({
  optimum: z.object({ weights: Weights, value: z.number() }),
  evenRegret: z
    .number()
    .describe('Regret of the best allocation that gives equal domains equal weights.'),
  outcomes: z.record(ChoiceId, Outcome),
})

export const AdviceCase = z.object({
  recording: z.string(),
  phase: z
    .string()
    .describe('Name of the phase, or `all` for the range that the product selects by default.'),
  load: z.string().describe('Rates, demands and scheduler; equal for phases of one true load.'),
  offeredUse: z.number().describe('Utilisation of all pCPUs by rates and demands.'),
  objective: z.string(),
  targets: z
    .record(z.string(), z.number())
    .describe('By domain, as a fraction of its time under the weights in force.'),
  statistic: z.enum(['mean', 'p95']).describe('What the targets refer to.'),
  alike: z.array(z.array(z.string())).describe('Domains with equal load and target.'),
  choices: z.record(ChoiceId, z.object({ weights: Weights, reason: z.string() })),
  judges: z.partialRecord(JudgeId, JudgedAdvice),
})
export type AdviceCase = z.infer<typeof AdviceCase>

export const AdviceSummary = z.object({
  n: z.number().int(),
  meanRegret: z.number(),
  worstRegret: z.number(),
  harmed: z.number().int().describe('More than 2 % worse than leaving the weights alone.'),
  worstLoss: z.number().describe('Compared with leaving the weights alone; 0 when never worse.'),
})
export type AdviceSummary = z.infer<typeof AdviceSummary>

const AdviceSummaries = z.partialRecord(JudgeId, z.record(ChoiceId, AdviceSummary))
export type AdviceSummaries = z.infer<typeof AdviceSummaries>

/** The recommendations for phases with the same true load. */
export const Stability = z.object({
  load: z.string(),
  phases: z.number().int(),
  spreadSteps: z.number().describe('Largest minus smallest share of any domain, in steps of 0.05.'),
  shares: z.array(z.record(z.string(), z.number())).describe('In steps of 0.05.'),
})
export type Stability = z.infer<typeof Stability>

export const Aim = z.object({ aim: z.string(), found: z.string(), isMet: z.boolean() })
export type Aim = z.infer<typeof Aim>

export const AdviceReport = z.object({
  cases: z.array(AdviceCase),
  summary: AdviceSummaries.describe('Of single phases without targets.'),
  ofTargets: AdviceSummaries.describe('Of single phases with a target for the 95th percentile.'),
  changed: z.number().int().describe('Phases for which other weights were recommended.'),
  stability: z.array(Stability),
  unequal: z.array(z.string()).describe('Cases in which alike domains got unequal weights.'),
  aims: z.array(Aim),
  notes: z.array(z.string()),
})
export type AdviceReport = z.infer<typeof AdviceReport>
