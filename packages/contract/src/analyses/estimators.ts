import { z } from 'zod'
import { Milliseconds } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { percentilesMs } from '../statistic.ts'

export const EstimatorId = z
  .string()
  .max(60)
  .regex(/^[a-z0-9-]+$/, 'an id that `GET /estimators` lists')
  .describe('Id of an estimator, as `GET /estimators` lists it.')
export type EstimatorId = z.infer<typeof EstimatorId>

/** Something that an operator can change on a host and that some estimators do not see. */
export const Influence = z.enum([
  'weights',
  'cap',
  'load',
  'domain-0-weight',
  'tslice',
  'ratelimit',
])
export type Influence = z.infer<typeof Influence>

export const Estimator = z
  .object({
    id: EstimatorId,
    label: z.string().describe('The name in a legend or at the head of a column.'),
    note: z.string().describe('What to know about its times, in one sentence.'),
    source: z.string().describe('Paper and equation.'),
    standing: z
      .enum(['published', 'inferred', 'ours'])
      .describe('As printed, our reading where the publication is silent, or new.'),
    kind: z
      .enum(['formula', 'simulation'])
      .describe('A formula answers a what-if question at once, a simulation as a job.'),
    forecasts: z
      .boolean()
      .describe('Whether it can predict the effect of other weights or another load.'),
    blindTo: z.array(Influence).describe('What its estimate does not depend on.'),
  })
  .meta({ id: 'Estimator' })
export type Estimator = z.infer<typeof Estimator>

export const listEstimators = endpoint({
  id: 'listEstimators',
  method: 'GET',
  path: '/estimators',
  tag: 'Analyses',
  summary: 'List the estimators: first those that forecast, most trusted first',
  status: 200,
  response: z.object({ data: z.array(Estimator) }),
})

export const ResponseTime = z.object({
  meanMs: Milliseconds,
  p50Ms: Milliseconds.describe(
    'Median. Quantiles over several windows are interpolated between those of each window.',
  ),
  ...percentilesMs(() => Milliseconds),
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
