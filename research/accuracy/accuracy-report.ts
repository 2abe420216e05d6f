import { z } from 'zod'
import { AdviceReport } from './advice/advice-report.ts'

// The output of `npm run accuracy -- --json`. Response times are in seconds and errors are
// fractions (0.2 = 20 %) of the mean response time unless marked p95.

const Seconds = z.number().nonnegative()

export const ErrorSummary = z.object({
  n: z.number().int().describe('Domains in phases that were both measured and estimated.'),
  medianApe: z.number().nullable().describe('|estimated - measured| / measured; null for n = 0.'),
  meanApe: z.number().nullable(),
})
export type ErrorSummary = z.infer<typeof ErrorSummary>

/**
 * The bands divide by the CPU use of all domains together; a phase without a CPU trace is in
 * neither.
 */
export const BandedErrors = ErrorSummary.extend({ below70: ErrorSummary, from70: ErrorSummary })
export type BandedErrors = z.infer<typeof BandedErrors>

export const EstimatorSummary = BandedErrors.extend({
  missing: z.number().int().describe('Measured, but the estimator has no answer.'),
  bias: z.number().nullable().describe('Median of (estimated - measured) / measured, a fraction.'),
  p95: BandedErrors.nullable().describe('Null for estimators without a 95th percentile.'),
  logged: BandedErrors.nullable().describe(
    'Errors against the means of the servers’ logs, for estimators that predict what a log shows.',
  ),
})
export type EstimatorSummary = z.infer<typeof EstimatorSummary>

const Interval = z.object({ lowSeconds: Seconds, highSeconds: Seconds })

/** How often 90 % intervals contain the measured mean, in one band of load. */
export const Coverage = z.object({
  n: z.number().int(),
  inside: z.number().int(),
  meanFactor: z
    .number()
    .nullable()
    .describe('High / estimate = estimate / low, geometric mean; null for n = 0.'),
})
export type Coverage = z.infer<typeof Coverage>

/** The same on the path that a user takes: the predictions of an analysis and of what-if questions. */
export const ProductCoverage = z.object({
  statistic: z.enum(['p95', 'mean']),
  question: z.enum(['diagnosis', 'forecast']),
  asked: z.enum(['default', 'sdps']).describe('The estimator that the options ask for.'),
  bands: z.array(Coverage).describe('By band of utilisation.'),
  all: Coverage,
  domains: z.record(z.string(), Coverage),
  grades: z.record(z.string(), Coverage).describe('By grade of the evidence.'),
})
export type ProductCoverage = z.infer<typeof ProductCoverage>

const Estimate = z.object({
  mean: Seconds,
  p95: Seconds.optional(),
  loggedMean: Seconds.optional().describe('As the server’s log would show it.'),
  meanHalfWidth: Seconds.optional().describe('Half the 95 % interval over replications.'),
  interval: Interval.optional().describe('The estimator’s own 90 % interval of a measured mean.'),
})

const Measured = z.object({
  mean: Seconds,
  p95: Seconds,
  meanHalfWidth: Seconds.nullable().describe('Half the 95 % interval, by batch means.'),
  requests: z.number().int(),
  unanswered: z.number().int(),
})

export const DomainReport = z.object({
  name: z.string(),
  weight: z.number(),
  arrivalRatePerSecond: z.number(),
  measured: Measured,
  loggedMean: Seconds.nullable().describe('Mean duration in the server’s log.'),
  estimates: z.record(z.string(), Estimate).describe('By estimator; absent without an answer.'),
})

export type DomainReport = z.infer<typeof DomainReport>

export const PhaseReport = z.object({
  label: z.string(),
  startSeconds: z.number(),
  durationSeconds: z.number(),
  utilisation: z.number().nullable(),
  domains: z.array(DomainReport),
})
export type PhaseReport = z.infer<typeof PhaseReport>

export const RecordingReport = z.object({
  name: z.string(),
  description: z.string(),
  scheduler: z.string().nullable(),
  notes: z.array(z.string()).describe('Omissions and assumptions.'),
  byEstimator: z.record(z.string(), ErrorSummary),
  phases: z.array(PhaseReport),
})
export type RecordingReport = z.infer<typeof RecordingReport>

const Forecast = z.object({
  mean: Seconds,
  anchoredMean: Seconds.nullable().describe(
    'As a plan shows it: scaled towards what was logged before; null where plans rest on others.',
  ),
  meanHalfWidth: Seconds.optional().describe('Of `mean`: half the 95 % interval, replications.'),
  interval: Interval.optional().describe('The estimator’s own 90 % interval of a measured mean.'),
  isDirectionRight: z
    .boolean()
    .describe('Whether the predicted change has the sign of the measured one.'),
})

export const ForecastCase = z.object({
  from: z.string().describe('Recording given to the estimators, with equal weights.'),
  to: z.string().describe('Recording whose response times were predicted.'),
  phase: z.string(),
  utilisation: z.number().nullable(),
  domain: z.string(),
  weights: z.record(z.string(), z.number()),
  before: Seconds,
  after: Seconds,
  isClear: z.boolean().describe('The 95 % interval of the measured change excludes zero.'),
  forecasts: z.record(z.string(), Forecast),
})
export type ForecastCase = z.infer<typeof ForecastCase>

export const ForecastSummary = ErrorSummary.extend({
  anchored: ErrorSummary,
  directions: z.object({ right: z.number().int(), of: z.number().int() }),
  clearDirections: z.object({ right: z.number().int(), of: z.number().int() }),
})
export type ForecastSummary = z.infer<typeof ForecastSummary>

export const RegretCase = z.object({
  from: z.string(),
  phase: z.string(),
  objective: z
    .string()
    .describe('`requests`: mean over all requests; else the domain to speed up.'),
  options: z.array(
    z.object({
      recording: z.string(),
      weights: z.record(z.string(), z.number()),
      measured: Seconds,
      predicted: z.record(z.string(), Seconds),
    }),
  ),
  best: z.string(),
  choices: z.record(z.string(), z.object({ recording: z.string(), regret: z.number() })),
})
export type RegretCase = z.infer<typeof RegretCase>

export const RegretSummary = z.object({
  n: z.number().int(),
  best: z.number().int().describe('How often the best measured weights were chosen.'),
  meanRegret: z
    .number()
    .nullable()
    .describe('Measured value at its choice divided by the best measured one, minus 1.'),
  worstRegret: z.number().nullable(),
})
export type RegretSummary = z.infer<typeof RegretSummary>

export const SpreadCase = z.object({
  domain: z.string(),
  arrivalRatePerSecond: z.number(),
  weights: z.record(z.string(), z.number()),
  utilisation: z.number().nullable(),
  means: z.array(z.object({ recording: z.string(), phase: z.string(), mean: Seconds })),
  ratio: z.number().describe('Largest mean / smallest mean of phases with equal load.'),
})
export type SpreadCase = z.infer<typeof SpreadCase>

export const ExperimentCase = z.object({
  experiment: z.string(),
  policy: z.string(),
  what: z.string(),
  unit: z.enum(['ms', '%']),
  measured: z.number(),
  twin: z.number(),
})
export type ExperimentCase = z.infer<typeof ExperimentCase>

export const AccuracyReport = z.object({
  estimators: z.array(z.object({ id: z.string(), title: z.string(), standing: z.string() })),
  twin: z.object({ seed: z.number().int(), replications: z.number().int() }),
  summary: z.object({
    byEstimator: z.record(z.string(), EstimatorSummary),
    forecast: z.record(z.string(), ForecastSummary),
    regret: z.record(z.string(), RegretSummary),
    coverage: z
      .record(z.string(), z.object({ diagnosis: z.array(Coverage), forecast: z.array(Coverage) }))
      .describe('Estimators with intervals, by band of utilisation: <70 %, <85 %, the rest.'),
    product: z
      .array(ProductCoverage)
      .describe('What other recordings of the same load show, inside the product’s intervals.'),
    repeat: BandedErrors.describe(
      'Error of the mean of the other phases with equal load: what one phase alone leaves open.',
    ),
  }),
  recordings: z.array(RecordingReport),
  forecasts: z.array(ForecastCase),
  regrets: z.array(RegretCase),
  spread: z.array(SpreadCase),
  advice: AdviceReport.nullable().describe(
    'Assessment of the recommendations; null when it was not requested.',
  ),
  experiments: z
    .array(ExperimentCase)
    .describe('The twin beside published experiments that were played on a real host.'),
  leftOut: z
    .array(z.string())
    .describe('Sentences that name the recordings that were given but not scored.'),
})
export type AccuracyReport = z.infer<typeof AccuracyReport>
