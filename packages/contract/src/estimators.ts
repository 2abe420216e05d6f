import { z } from 'zod'
import { Milliseconds } from './common.ts'

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
    'Quantiles over several windows are interpolated between those of each window.',
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
  .describe('Estimators that have no figure here or do not stand by the one they give.')

export const EstimatorError = z
  .object({
    estimator: EstimatorId,
    domain: z.string().nullable().describe('null = all domains together.'),
    windows: z.number().int(),
    mape: z.number().nullable().describe('Mean absolute percentage error, as a fraction.'),
    medianApe: z.number().nullable(),
    biasMs: Milliseconds.describe('Mean of estimate minus measured.'),
    notValid: z
      .array(z.object({ windows: z.number().int(), reason: z.string() }))
      .describe('How many of these windows the estimator does not stand by, and why.'),
  })
  .meta({ id: 'EstimatorError' })
export type EstimatorError = z.infer<typeof EstimatorError>

/** A quantity found in the recording. */
export const Figure = z
  .object({
    value: z.number(),
    standardError: z.number().nullable().describe('Null where there is too little to tell it by.'),
    unit: z.enum(['ms', 'ratio', 'fraction']),
  })
  .meta({ id: 'Figure' })
export type Figure = z.infer<typeof Figure>

export const Ranking = z
  .object({
    used: EstimatorId.describe('What the verdict and the predicted times rest on.'),
    best: EstimatorId.nullable().describe(
      'Closest to what was measured, of those whose answers to other weights have held on recordings and that answered at least half of the windows.',
    ),
    reason: z.string().describe('Why that one is used, with the numbers that decided.'),
    estimators: z
      .array(
        z.object({
          estimator: EstimatorId,
          windows: z
            .number()
            .int()
            .describe('Measured means of one domain in one window that it was compared with.'),
          medianApe: z
            .number()
            .nullable()
            .describe(
              'As a fraction; of `delay-aware-calibrated` on windows it was not fitted to.',
            ),
          mape: z.number().nullable(),
          biasMs: Milliseconds,
          forecasts: z
            .boolean()
            .describe('Whether it can tell what other weights or another load would do.'),
          note: z.string().nullable(),
        }),
      )
      .describe('The closest first.'),
  })
  .meta({ id: 'Ranking' })
export type Ranking = z.infer<typeof Ranking>

export const Calibration = z
  .object({
    domains: z.array(
      z.object({
        domain: z.string(),
        serviceTimeCpu: Figure.nullable().describe('CPU time per request, by the utilisation law.'),
        serviceTimeLog: Figure.nullable().describe('Mean duration in the log of a calm host.'),
        serviceTimeScv: Figure.nullable().describe('Squared coefficient of variation c_s².'),
        arrivalScv: Figure.nullable().describe('Squared coefficient of variation c_a².'),
      }),
    ),
    domain0: z.object({
      perRequest: Figure.nullable(),
      background: Figure.nullable().describe('Of one pCPU, without any request.'),
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
      .describe('Of `delay-aware-calibrated`; null where the windows do not tell them.'),
    windows: z.number().int(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Calibration' })
export type Calibration = z.infer<typeof Calibration>

export const Erratum = z
  .object({
    id: z.string(),
    where: z.string().describe('In the main paper.'),
    paperSays: z.string(),
    problem: z.string(),
    weDo: z.string(),
  })
  .meta({ id: 'Erratum' })
export type Erratum = z.infer<typeof Erratum>
