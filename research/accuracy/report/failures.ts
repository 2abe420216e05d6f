import { median } from '@steelyard/model'
import { percent } from '../../../bench/index.ts'
import type { AccuracyReport, EstimatorSummary } from '../accuracy-report.ts'
import { BUSY } from '../score.ts'

/** One response time that an estimator got wrong. */
export interface Miss {
  recording: string
  phase: string
  utilisation: number | null
  domain: string
  measured: number
  estimated: number
  /** The relative error, (estimated - measured) / measured. */
  error: number
}

/** The estimator's misses, largest ratio first; twice and half the measured value rank equally. */
export function missesOf(id: string, { recordings }: AccuracyReport): Miss[] {
  const misses = recordings.flatMap(({ name, phases }) =>
    phases.flatMap(({ label, utilisation, domains }) =>
      domains.flatMap((domain): Miss[] => {
        const estimated = domain.estimates[id]?.mean
        if (estimated === undefined) return []
        const measured = domain.measured.mean
        return [
          {
            recording: name,
            phase: label,
            utilisation,
            domain: domain.name,
            measured,
            estimated,
            error: (estimated - measured) / measured,
          },
        ]
      }),
    ),
  )
  const distance = ({ measured, estimated }: Miss) => Math.abs(Math.log(estimated / measured))
  return misses.sort((a, b) => distance(b) - distance(a))
}

/** Known reasons why an estimator fails, limited to failures that these recordings show. */
export function reasonsOf(
  id: string,
  summary: EstimatorSummary,
  misses: readonly Miss[],
): string[] {
  return (knownFailures[id] ?? [])
    .filter(({ shows }) =>
      shows({ summary, calm: biasOf(misses, false), busy: biasOf(misses, true) }),
    )
    .map(({ because }) => because)
}

interface Evidence {
  summary: EstimatorSummary
  /** Median of (estimated - measured) / measured below and from 70 % CPU. Null without values. */
  calm: number | null
  busy: number | null
}

const over = (bias: number | null, by: number) => bias !== null && bias > by
const under = (bias: number | null, by: number) => bias !== null && bias < -by

const knownFailures: Record<string, { shows: (e: Evidence) => boolean; because: string }[]> = {
  'delay-aware': [
    {
      shows: ({ calm }) => over(calm, 0.2),
      because:
        'Too high on a calm host: in eq (1)–(3) the arrival rates cancel when all of them grow together, so the formula does not see the load level (erratum E0.8).',
    },
    {
      shows: ({ busy }) => under(busy, 0.1),
      because:
        'Too low on a full host, for the same reason: no term grows without bound as the utilisation rises.',
    },
  ],
  sandpiper: [
    {
      shows: ({ summary }) => summary.missing > 0,
      because:
        'No answer on a busy host: it takes logged durations as service times. These include waits, so the capacity that it computes lies below the load that the domain carried.',
    },
    {
      shows: ({ calm }) => over(calm, 0.2),
      because:
        'Too high elsewhere: it counts the waits in the logged durations twice, and it inverts an upper bound.',
    },
  ],
  'measured-wait': [
    {
      shows: ({ busy }) => under(busy, 0.1),
      because:
        'Too low on a busy host: it divides the wait of a vCPU among its requests, but while one request waits, all requests queued behind it in the guest wait too.',
    },
    {
      shows: ({ calm }) => over(calm, 0.1),
      because:
        "Too high on a calm host: it divides CPU time and waits of the guest's own background work among few requests.",
    },
  ],
  sdps: [
    {
      shows: ({ busy }) => over(busy, 0.1),
      because:
        'Too high on a full host, likely because it estimates the steady state, which a phase of half a minute does not reach at 90 %, and because its sharing has no boost for domains that wake up.',
    },
    {
      shows: ({ busy }) => under(busy, 0.1),
      because:
        'Too low on a full host, likely because real arrivals are burstier over seconds than two moments of the interarrival times express.',
    },
    {
      shows: ({ calm }) => under(calm, 0.05),
      because:
        'Too low on a calm host, likely because it does not model packets, so the waits of single wake-ups during a request are missing.',
    },
    {
      shows: ({ calm }) => over(calm, 0.05),
      because:
        'Too high on a calm host, likely because a domain that wakes up there preempts at once, which processor sharing does not model.',
    },
  ],
  'delay-aware-calibrated': [
    {
      shows: ({ summary }) => summary.missing > 0,
      because:
        'No answer when the recording has too few windows, or windows at too few load levels, to identify its coefficients.',
    },
    {
      shows: ({ calm, busy }) => under(calm, 0.05) || under(busy, 0.05),
      because:
        'Too low: without client times its coefficients are fitted to the durations in the servers’ logs, which start when the request line has been read. They contain neither the handshake nor the wait to be accepted.',
    },
    {
      shows: ({ busy }) => over(busy, 0.1),
      because:
        'Too high on a full host: one set of coefficients has to fit calm and busy windows alike.',
    },
  ],
  twin: [
    {
      shows: ({ summary }) => summary.missing > 0,
      because:
        'No answer without a CPU trace, which is needed for the CPU cost of a request: logged durations already contain the waits that the twin simulates.',
    },
    {
      shows: ({ busy }) => over(busy, 0.05) || under(busy, 0.05),
      because:
        'On a full host, one percentage point of utilisation changes a queue by a tenth, so small errors in the CPU cost of requests have large effects. Moreover, the log stamps a request when its line was read, not when it reached the host.',
    },
    {
      shows: ({ summary }) => (summary.p95?.medianApe ?? 0) > 0.1,
      because:
        'Percentiles are off, likely because those of half a minute depend on a few bursts of requests and of other work, whose position within a window no recording shows.',
    },
  ],
  line: [
    {
      shows: () => true,
      because:
        'It models weights but neither boosts nor time slices, and treats Domain-0 like a guest.',
    },
  ],
  'processor-sharing': [
    {
      shows: () => true,
      because:
        'It models neither weights, nor queueing inside a guest, nor the priority of Domain-0.',
    },
  ],
}

/**
 * States the direction of the errors: median of the signed errors by band and by domain, in one
 * sentence.
 */
export function leaningOf(misses: readonly Miss[]): string {
  const domains = [...new Set(misses.map(({ domain }) => domain))].sort()
  const parts = [
    ['below 70 % CPU', biasOf(misses, false)] as const,
    ['from 70 % on', biasOf(misses, true)] as const,
    ...domains.map((name) => {
      const own = misses.filter(({ domain }) => domain === name)
      return [name, median(own.map(({ error }) => error))] as const
    }),
  ]
  const told = parts.flatMap(([where, bias]) =>
    bias === null ? [] : [`${where} ${bias > 0 ? '+' : ''}${percent(bias)}`],
  )
  return told.length === 0 ? '' : `Median of the signed errors: ${told.join(', ')}.`
}

function biasOf(misses: readonly Miss[], busy: boolean): number | null {
  return median(
    misses
      .filter(({ utilisation }) => utilisation !== null && utilisation >= BUSY === busy)
      .map(({ error }) => error),
  )
}
