import { z } from 'zod'
import { Milliseconds } from '../common.ts'

export const EstimatorId = z.enum([
  'delay-aware',
  'delay-aware-calibrated',
  'sdps',
  'twin',
  'sandpiper',
  'measured-wait',
])
export type EstimatorId = z.infer<typeof EstimatorId>

export const ResponseTime = z.object({
  meanMs: Milliseconds,
  p50Ms: Milliseconds.describe(
    'Median. Quantiles over several windows are interpolated between those of each window.',
  ),
  p95Ms: Milliseconds,
  p99Ms: Milliseconds,
  requests: z.number().int(),
  measuredBy: z.enum(['client', 'access-log']),
})
export type ResponseTime = z.infer<typeof ResponseTime>

export const Breakdown = z.object({
  serviceMs: z.number(),
  vmDelayMs: z.number(),
  domain0DelayMs: z.number(),
})
export type Breakdown = z.infer<typeof Breakdown>

export const NotValid = z
  .array(EstimatorId)
  .describe('Estimators that have no value here or whose value lies outside their assumptions.')

export const EstimatorError = z
  .object({
    estimator: EstimatorId,
    domain: z.string().nullable().describe('Null for all domains together.'),
    windows: z.number().int(),
    mape: z.number().nullable().describe('Mean absolute percentage error, as a fraction.'),
    medianApe: z.number().nullable(),
    biasMs: Milliseconds.describe('Mean of estimate minus measured.'),
    notValid: z
      .array(z.object({ windows: z.number().int(), reason: z.string() }))
      .describe('Numbers of windows that violate the estimator’s assumptions, with reasons.'),
  })
  .meta({ id: 'EstimatorError' })
export type EstimatorError = z.infer<typeof EstimatorError>

/** A quantity estimated from the recording. */
export const Figure = z
  .object({
    value: z.number(),
    standardError: z.number().nullable().describe('Null when there is too little data.'),
    unit: z.enum(['ms', 'ratio', 'fraction']),
  })
  .meta({ id: 'Figure' })
export type Figure = z.infer<typeof Figure>

export const Ranking = z
  .object({
    used: EstimatorId.describe('The estimator behind the verdict and the predicted times.'),
    best: EstimatorId.nullable().describe(
      'The estimator closest to the measurements, among those whose predictions for other weights have held on recordings and that cover at least half of the windows. Null when there is none.',
    ),
    reason: z.string().describe('Why that estimator is used, with the decisive figures.'),
    estimators: z
      .array(
        z.object({
          estimator: EstimatorId,
          windows: z
            .number()
            .int()
            .describe(
              'Number of measurements it was compared with, each the mean of one domain in one window.',
            ),
          medianApe: z
            .number()
            .nullable()
            .describe(
              'Median absolute percentage error, as a fraction. For `delay-aware-calibrated` it is taken on windows that the fit did not use.',
            ),
          mape: z.number().nullable(),
          biasMs: Milliseconds,
          forecasts: z
            .boolean()
            .describe('Whether it can predict the effect of other weights or another load.'),
          note: z.string().nullable(),
        }),
      )
      .describe('Ordered from closest to farthest.'),
  })
  .meta({ id: 'Ranking' })
export type Ranking = z.infer<typeof Ranking>

export const Calibration = z
  .object({
    domains: z.array(
      z.object({
        domain: z.string(),
        serviceTimeCpu: Figure.nullable().describe('CPU time per request, by the utilisation law.'),
        serviceTimeLog: Figure.nullable().describe(
          'Mean duration in the log while the host is calm.',
        ),
        serviceTimeScv: Figure.nullable().describe(
          'Squared coefficient of variation of the service times, c_s².',
        ),
        arrivalScv: Figure.nullable().describe(
          'Squared coefficient of variation of the interarrival times, c_a².',
        ),
      }),
    ),
    domain0: z.object({
      perRequest: Figure.nullable(),
      background: Figure.nullable().describe('Fraction of one pCPU used without any request.'),
    }),
    coefficients: z
      .array(
        z.object({
          name: z.string(),
          value: z.number(),
          standardError: z.number().nullable(),
          meaning: z.string(),
        }),
      )
      .nullable()
      .describe(
        'Coefficients of `delay-aware-calibrated`; null when the windows do not determine them.',
      ),
    windows: z.number().int(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Calibration' })
export type Calibration = z.infer<typeof Calibration>

export const Erratum = z
  .object({
    id: z.string(),
    where: z.string().describe('Place in the main paper.'),
    paperSays: z.string(),
    problem: z.string(),
    weDo: z.string(),
  })
  .meta({ id: 'Erratum' })
export type Erratum = z.infer<typeof Erratum>
