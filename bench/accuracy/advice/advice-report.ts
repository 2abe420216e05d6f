import { z } from 'zod'

// The part of `npm run accuracy -- --json` on what is recommended. Seconds; fractions (0.2 = 20 %).

const Weights = z.record(z.string(), z.number())

export const JudgeId = z.enum(['twin', 'independent'])
export type JudgeId = z.infer<typeof JudgeId>
/** Who chose: the product as it ships; one of its models alone; nobody. */
export const ChoiceId = z.enum(['recommended', 'sdps', 'twin', 'nothing'])
export type ChoiceId = z.infer<typeof ChoiceId>

/** What one choice of weights would do, in one judge's eyes. */
export const Outcome = z.object({
  value: z.number().describe('Of the objective that the product chose by.'),
  regret: z.number().describe('The objective here over its value at the judge’s optimum, less 1.'),
  gain: z.number().describe('1 - the objective here over its value with the weights in force.'),
  meansSeconds: z.record(z.string(), z.number()).describe('By domain, as clients see them.'),
})
export type Outcome = z.infer<typeof Outcome>

export const JudgedAdvice = z.object({
  optimum: z.object({ weights: Weights, value: z.number() }),
  evenRegret: z
    .number()
    .describe('Of the best allocation that gives alike domains equal weights, as regrets are.'),
  outcomes: z.record(ChoiceId, Outcome),
})

export const AdviceCase = z.object({
  recording: z.string(),
  phase: z.string().describe('Or `all`: the range that the product takes by itself.'),
  load: z.string().describe('Rates, demands and scheduler; equal for phases of one true load.'),
  offeredUse: z.number().describe('Of all pCPUs, by rates and demands.'),
  objective: z.string(),
  targets: z
    .record(z.string(), z.number())
    .describe('By domain, as a fraction of its time under the weights in force.'),
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
  worstLoss: z.number().describe('Against leaving the weights alone; 0: never worse.'),
})
export type AdviceSummary = z.infer<typeof AdviceSummary>

/** What was recommended to phases of one true load. */
export const Stability = z.object({
  load: z.string(),
  phases: z.number().int(),
  spreadSteps: z.number().describe('Most - fewest steps of 0.05 of any domain.'),
  shares: z.array(z.record(z.string(), z.number())).describe('In steps of 0.05.'),
})
export type Stability = z.infer<typeof Stability>

export const Aim = z.object({ aim: z.string(), found: z.string(), isMet: z.boolean() })
export type Aim = z.infer<typeof Aim>

export const AdviceReport = z.object({
  cases: z.array(AdviceCase),
  summary: z
    .partialRecord(JudgeId, z.record(ChoiceId, AdviceSummary))
    .describe('Of single phases.'),
  changed: z.number().int().describe('Phases for which other weights were recommended.'),
  stability: z.array(Stability),
  unequal: z.array(z.string()).describe('Cases in which alike domains got unequal weights.'),
  aims: z.array(Aim),
  notes: z.array(z.string()),
})
export type AdviceReport = z.infer<typeof AdviceReport>
