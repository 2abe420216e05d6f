import { z } from 'zod'
import { EstimatorId, Influence } from '../analyses/estimators.ts'
import { Prediction } from '../analyses/prediction.ts'
import { DomainName, Id, IdParams, Milliseconds, Weight } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { Cap } from '../plans.ts'
import { Interval, TwinArrivals, TwinDomain } from '../twin.ts'

const LoadFactor = z.number().min(0.05).max(5)
const TsliceMs = z.number().int().min(1).max(1000)
const RatelimitUs = z
  .number()
  .int()
  .min(0)
  .max(500_000)
  .refine((us) => us === 0 || us >= 100, '0 (off) or at least 100')
const OverheadPercent = z
  .number()
  .min(0)
  .max(50)
  .describe(
    'How much more CPU time the same work takes while all pCPUs are busy, in percent; 0 means none. Published values (paper 4, 2010 hardware): native 1.28, Xen 3.75, KVM 4.89. It counts to the extent that all pCPUs are busy at once more or less often than in the analysed recording, so it has no effect on a host with one pCPU.',
  )

export const ForecastQuestion = z
  .object({
    domains: z
      .array(
        z.object({
          domain: DomainName,
          weight: Weight.optional(),
          cap: Cap.optional().describe('Percent of one pCPU; 0 means no cap.'),
          loadFactor: LoadFactor.optional().describe(
            'Multiplies the arrival rate of this domain, on top of the load factor of the host.',
          ),
        }),
      )
      .max(64)
      .default([]),
    domain0Weight: Weight.optional(),
    tsliceMs: TsliceMs.optional().describe('Time slice; only the credit scheduler has one.'),
    ratelimitUs: RatelimitUs.optional().describe('0 turns it off; otherwise 100 to 500,000.'),
    loadFactor: LoadFactor.default(1).describe('Multiplies the arrival rates of all domains.'),
    overheadPercent: OverheadPercent.default(0),
  })
  .meta({
    id: 'ForecastQuestion',
    description:
      'A hypothetical change of the analysed host. A field that is omitted keeps its analysed value.',
  })
export type ForecastQuestion = z.infer<typeof ForecastQuestion>

/** The question with every omitted field filled in. An empty question describes the analysed host. */
export const FilledQuestion = z
  .object({
    domains: z.array(
      z.object({ domain: z.string(), weight: Weight, cap: Cap, loadFactor: z.number() }),
    ),
    domain0Weight: Weight,
    tsliceMs: z
      .number()
      .nullable()
      .describe('Null when the scheduler is credit2, which has no time slice.'),
    ratelimitUs: z.number(),
    loadFactor: z.number(),
    overheadPercent: OverheadPercent,
  })
  .meta({ id: 'FilledQuestion' })
export type FilledQuestion = z.infer<typeof FilledQuestion>

export const ForecastLever = Influence.exclude(['weights'])
export type ForecastLever = z.infer<typeof ForecastLever>

const Bracket = z.object({ bestMs: z.number(), worstMs: z.number() })

export const ForecastDomain = z
  .object({
    domain: z.string(),
    observedMs: Milliseconds.describe(
      'Measured value of the statistic that targets apply to; null when nothing was measured.',
    ),
    now: Prediction.nullable().describe('Predicted for the host as it was analysed.'),
    then: Prediction.nullable().describe(
      'Predicted for the question, in the same statistic; null when there is no finite answer.',
    ),
    targetMs: Milliseconds,
    meetsTarget: z
      .boolean()
      .nullable()
      .describe('Whether `then` meets the target. Null without a target.'),
    change: z
      .enum(['faster', 'slower', 'same'])
      .nullable()
      .describe('`same` when the two predictions differ by less than 5 %.'),
    reach: Bracket.nullable().describe(
      'Range that no choice of weights can leave at this load by theory, first priority to last, in the measure of `then`: scaled by a measurement, it is a forecast and no longer a bound.',
    ),
    reasons: z.array(z.string()).describe('Why there is no answer, or why it is in doubt.'),
  })
  .meta({ id: 'ForecastDomain' })
export type ForecastDomain = z.infer<typeof ForecastDomain>

export const Headroom = z
  .object({
    domain: z.string(),
    breaksAtFactor: z
      .number()
      .nullable()
      .describe(
        'Smallest factor on the analysed load of all domains at which the target is missed or the queue grows without bound, with the rest of the question unchanged. It is 0.05, the lowest factor tried, when the target is missed even there, and null when it holds up to 5.',
      ),
    breaksBetween: z
      .object({
        lowFactor: z.number().describe('If times are at the upper end of their intervals.'),
        highFactor: z
          .number()
          .nullable()
          .describe('If they are at the lower end; null beyond all factors tried.'),
      })
      .nullable()
      .describe('The interval of `breaksAtFactor`; null unless a target gives way.'),
    limit: z
      .enum(['target', 'saturation'])
      .nullable()
      .describe('What gives way at that factor; null when `breaksAtFactor` is null.'),
    statement: z.string().describe('How much more load the domain can bear, in a phrase.'),
    points: z
      .array(Prediction.extend({ loadFactor: z.number() }))
      .max(60)
      .describe(
        'Predicted values of the statistic of the targets, up to the load at which the queue grows without bound.',
      ),
  })
  .meta({ id: 'Headroom' })
export type Headroom = z.infer<typeof Headroom>

export const Forecast = z
  .object({
    question: FilledQuestion,
    scheduler: z.enum(['credit', 'credit2']),
    pCpus: z.number().int(),
    predictor: EstimatorId,
    state: z
      .enum(['final', 'provisional'])
      .describe(
        '`provisional`: a formula’s change applied to the predictor’s answer for the host as it was analysed, until a run of kind `what-if` has answered the question.',
      ),
    playedBy: Id.nullable().describe(
      'The run of kind `what-if` that answered the question, to export what it played; null when a formula did.',
    ),
    statement: z.string().describe('Who gains, who pays and which targets are missed.'),
    domains: z.array(ForecastDomain),
    others: z
      .array(
        z.object({
          estimator: EstimatorId,
          missing: z
            .string()
            .nullable()
            .describe('Why this estimator has no answer; null when it has one.'),
          domains: z.array(z.object({ domain: z.string(), ms: Milliseconds })),
        }),
      )
      .describe('What every formula says by itself, not scaled towards the measurement.'),
    notSeen: z
      .array(
        z.object({
          lever: ForecastLever,
          estimators: z.array(EstimatorId).describe('The estimators that ignore it.'),
          asked: z.boolean().describe('Whether the question changes this lever.'),
          text: z.string(),
        }),
      )
      .describe('Levers that some formulas ignore; the twin (a simulation) covers all of them.'),
    headroom: z.array(Headroom).describe('The least first.'),
    headroomState: z
      .enum(['final', 'provisional'])
      .describe(
        '`provisional`: by a formula, until a run of kind `headroom` has played other loads.',
      ),
    headroomStatement: z
      .string()
      .describe('Which domain of the host breaks first, and at how much more load.'),
  })
  .meta({ id: 'Forecast' })
export type Forecast = z.infer<typeof Forecast>

export const TwinRunDomain = TwinDomain.extend({
  cdf: z
    .array(z.object({ ms: z.number(), fraction: z.number() }))
    .max(60)
    .describe('Fraction of the requests that were answered within `ms` milliseconds.'),
}).meta({ id: 'TwinRunDomain' })
export type TwinRunDomain = z.infer<typeof TwinRunDomain>

export const TwinRunResult = z
  .object({
    now: z.array(TwinRunDomain).describe('The host as it was analysed.'),
    asked: z
      .array(TwinRunDomain)
      .describe('The host as the question changes it, simulated with the same seeds.'),
    changes: z
      .array(
        z.object({
          domain: z.string(),
          mean: Interval.nullable(),
          p95: Interval.nullable(),
          predictedNow: Prediction.nullable(),
          predictedThen: Prediction.nullable().describe(
            'In the statistic of the targets, like every prediction of the analysis.',
          ),
          targetMs: Milliseconds,
          meetsTarget: z.boolean().nullable(),
        }),
      )
      .describe(
        '`asked` minus `now`, paired by seed, and so narrower than the two intervals. An interval that excludes 0 is an effect of the question, not of chance.',
      ),
    statement: z.string().describe('Who gains and who pays beyond chance.'),
    arrivals: TwinArrivals,
    replications: z.number().int(),
    simulatedSeconds: z.number().describe('Simulated time of each replication, in seconds.'),
    notes: z.array(z.string()),
  })
  .meta({ id: 'TwinRunResult' })
export type TwinRunResult = z.infer<typeof TwinRunResult>

export const askForecast = endpoint({
  id: 'askForecast',
  method: 'POST',
  path: '/analyses/:id/forecasts',
  tag: 'Forecasts',
  summary: 'Answer a what-if question at once with formulas; nothing is stored',
  params: IdParams,
  body: ForecastQuestion,
  status: 200,
  response: Forecast,
  readOnly: true,
})
