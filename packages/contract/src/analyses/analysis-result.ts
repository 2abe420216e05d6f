import { z } from 'zod'
import { Milliseconds, Share, Timestamp, Weight } from '../common.ts'
import { Statistic } from '../statistic.ts'
import { Twin } from '../twin.ts'
import { SlaTarget, TargetWindowSeconds, TimeRange } from './analysis-options.ts'
import { BesideSandpiper } from './beside-sandpiper.ts'
import {
  Breakdown,
  Calibration,
  Erratum,
  EstimatorError,
  EstimatorId,
  NotValid,
  Ranking,
  ResponseTime,
} from './estimators.ts'
import { MissingCapacity } from './missing-capacity.ts'
import { Evidence, Prediction, Predictor } from './prediction.ts'
import { Objective, Recommendation } from './recommendation.ts'
import { Verdict } from './verdict.ts'
import { WeightOptions } from './weight-options.ts'

export const Reason = z.object({
  code: z.string(),
  text: z.string().describe('The reason, with its decisive figures.'),
  severity: z.enum(['info', 'warning', 'critical']),
})
export type Reason = z.infer<typeof Reason>

export const DomainResult = z
  .object({
    domain: z.string(),
    weight: Weight,
    share: Share.describe('Of the weights of all domains, Domain-0 included, 0 to 1.'),
    target: SlaTarget.nullable(),
    arrivalRatePerSecond: z.number(),
    busyArrivalRatePerSecond: z.number(),
    serviceTimeMs: Milliseconds,
    utilisation: z.number().nullable().describe('CPU seconds per second of one pCPU.'),
    runnableWaitPerRequestMs: Milliseconds,
    measured: ResponseTime.nullable(),
    observedMs: Milliseconds.describe(
      'Measured value that a target is compared with: the option `targetStatistic` over all requests or, with `targetWindowSeconds`, in the worst window.',
    ),
    predictedNow: Prediction.nullable().describe(
      'The same value as predicted for the weights and load of the recording.',
    ),
    meetsTarget: z.boolean().nullable(),
    estimates: z.array(
      z.object({
        estimator: EstimatorId,
        responseTimeMs: Milliseconds,
        breakdown: Breakdown.nullable(),
        valid: z.boolean(),
        reasons: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'DomainResult' })
export type DomainResult = z.infer<typeof DomainResult>

export const SandpiperResult = z
  .object({
    domains: z.array(
      z.object({
        domain: z.string(),
        lambdaCapPerSecond: z
          .number()
          .nullable()
          .describe(
            'Highest arrival rate at which the target is met; 0 when no rate meets it, null when unknown.',
          ),
        busyArrivalRatePerSecond: z.number(),
        weightFactor: z
          .number()
          .nullable()
          .describe('Factor for the weight; 1 keeps it, null when unknown.'),
      }),
    ),
    statement: z.string().describe('What SandPiper would do, and why.'),
  })
  .meta({ id: 'SandpiperResult' })
export type SandpiperResult = z.infer<typeof SandpiperResult>

const Answers = z.object({
  verdict: z.enum(['ok', 'reweight', 'migrate']),
  overloaded: z.array(z.string()).describe('The domains that eq (5) calls overloaded.'),
  reasons: z.array(Reason),
})

export const AsPrinted = z
  .object({
    domains: z.array(
      z.object({
        domain: z.string(),
        target: SlaTarget.nullable(),
        peakMs: Milliseconds.describe(
          'R_Peak of the main paper: the 95th percentile of the means of the windows.',
        ),
        peakThroughputPerSecond: z
          .number()
          .nullable()
          .describe('N_Peak: the 95th percentile of the rates of answered requests.'),
      }),
    ),
    sums: z
      .object({ peakMs: z.number(), targetMs: z.number() })
      .nullable()
      .describe(
        'Both sides of eq (6), over the domains with a response time target and a measurement.',
      ),
    printed: Answers,
    corrected: Answers.describe('With the errata E0.2 and E0.3 corrected, on the same figures.'),
    statement: z.string(),
    totalDelay: z
      .object({
        domains: z.array(
          z.object({
            domain: z.string(),
            weight: Weight,
            constantMs: z
              .number()
              .describe(
                'const_p of eq (7) per share of 1. Inferred: the slope of the sum of the response times at the weights in force.',
              ),
            printedWeight: Weight,
            correctedWeight: Weight,
          }),
        ),
        nowMs: z
          .number()
          .describe('The sum of the response times by eq (1)-(3), weights in force.'),
        printedMs: z.number(),
        correctedMs: z.number(),
        statement: z.string(),
      })
      .nullable()
      .describe('Null where no domain receives requests, and where `notPosed` says why.'),
    notPosed: z
      .string()
      .nullish()
      .describe('Why eq (7) has no weights although domains receive requests.'),
  })
  .describe(
    'Eq (5), (6) and (7) of the main paper as printed and as corrected. For comparison: neither decides.',
  )
  .meta({ id: 'AsPrinted' })
export type AsPrinted = z.infer<typeof AsPrinted>

export const PhaseResult = z
  .object({
    label: z.string(),
    from: Timestamp,
    to: Timestamp,
    domains: z.array(
      z.object({
        domain: z.string(),
        weight: Weight,
        arrivalRatePerSecond: z.number(),
        measured: ResponseTime.nullable(),
        estimatesMs: z
          .record(z.string(), Milliseconds)
          .describe('Estimates, keyed by estimator id.'),
        predicted: Prediction.nullish().describe(
          'By the predictor of the analysis, in the statistic of the targets, under the load and weights of the phase. Null where the twin did not play all of it; absent from analyses of earlier versions.',
        ),
        notValid: NotValid,
      }),
    ),
  })
  .meta({ id: 'PhaseResult' })
export type PhaseResult = z.infer<typeof PhaseResult>

export const AnalysisResult = z
  .object({
    verdict: Verdict,
    headline: z.string().describe('The verdict in one sentence, with its decisive figure.'),
    outlook: z.string().nullish().describe('What other weights can do, where a target is missed.'),
    reasons: z.array(Reason),
    range: TimeRange.extend({ reason: z.string() }),
    recorded: TimeRange,
    targetStatistic: Statistic.describe('Statistic that response time targets apply to.'),
    targetWindowSeconds: TargetWindowSeconds,
    evidence: Evidence,
    predictor: Predictor,
    comparison: z
      .string()
      .nullable()
      .describe('How far the predictor and SandPiper are off on this recording, in one sentence.'),
    windowSeconds: z.number(),
    windows: z.number().int(),
    domains: z.array(DomainResult),
    domain0: z.object({
      weight: Weight.nullable(),
      weightAssumed: z
        .boolean()
        .nullish()
        .describe(
          'Whether nothing says the weight, so that it is Xen’s default of 256. Absent from analyses of earlier versions.',
        ),
      utilisation: z.number().nullable(),
      serviceTimePerRequestMs: Milliseconds,
      ioRequestsPerSecond: z.number().nullable(),
      delayPerIoMs: Milliseconds,
    }),
    hostUtilisation: z.number().nullable().describe('Utilisation of all pCPUs together, 0 to 1.'),
    weightChanges: z.array(z.object({ at: Timestamp, domain: z.string(), weight: Weight })),
    phases: z.array(PhaseResult),
    estimators: z.array(
      z.object({
        id: EstimatorId,
        title: z.string(),
        source: z.string(),
        assumptions: z
          .array(z.string())
          .describe('Assumptions; they refer to errata by id, such as E0.5.'),
        errata: z.array(Erratum),
      }),
    ),
    errors: z.array(EstimatorError),
    sandpiper: SandpiperResult,
    besideSandpiper: BesideSandpiper.nullish().describe(
      'Absent from analyses of earlier versions.',
    ),
    options: WeightOptions.nullish().describe('Absent from analyses of earlier versions.'),
    asPrinted: AsPrinted.nullish().describe('Absent from analyses of earlier versions.'),
    recommendation: Recommendation.nullable(),
    missingCapacity: MissingCapacity.nullish().describe(
      'How much less load, or how much faster a host, it would take for some weights to keep every target. Null where some do, or the formula does not say; absent from analyses of earlier versions.',
    ),
    ranking: Ranking,
    calibration: Calibration,
    twin: Twin,
    objectives: z.array(Objective).nullable(),
    dataQuality: z.array(Reason),
  })
  .meta({ id: 'AnalysisResult' })
export type AnalysisResult = z.infer<typeof AnalysisResult>
