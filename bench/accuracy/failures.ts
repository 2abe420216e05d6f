import { median } from 'simple-statistics'
import type { AccuracyReport, EstimatorSummary } from './report.ts'
import { BUSY } from './score.ts'
import { percent } from './text-table.ts'

/** One response time that an estimator got wrong. */
export interface Miss {
  recording: string
  phase: string
  utilisation: number | null
  domain: string
  measured: number
  estimated: number
  /** (estimated - measured) / measured. */
  error: number
}

/** Its misses, the largest in proportion first: twice as much and half as much are as far. */
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

/** What is known of why an estimator fails, told only where these recordings show that failure. */
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
  /** Median of (estimated - measured) / measured below 70 % CPU and from there; null: nothing there. */
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
        'Too low on a full host, for the same reason: no term grows without bound as the CPU fills up.',
    },
  ],
  sandpiper: [
    {
      shows: ({ summary }) => summary.missing > 0,
      because:
        'Without an answer where the host is busy: it takes durations of the log for service times, and as they hold the waits, the capacity that it works out lies below the load that the domain carried.',
    },
    {
      shows: ({ calm }) => over(calm, 0.2),
      because:
        'Too high elsewhere: the waits that the durations hold already are counted once more, and the bound that it inverts is an upper one.',
    },
  ],
  'measured-wait': [
    {
      shows: ({ busy }) => under(busy, 0.1),
      because:
        'Too low on a busy host: the wait of a vCPU is shared out over its requests, but while one waits all that queue behind it in the guest wait too.',
    },
    {
      shows: ({ calm }) => over(calm, 0.1),
      because:
        "Too high on a calm host: CPU time and waits of the guest's own background work are shared out over few requests.",
    },
  ],
  sdps: [
    {
      shows: ({ busy }) => over(busy, 0.1),
      because:
        'Too high on a full host, likely because it tells the steady state, which a phase of half a minute does not reach at 90 %, and because its sharing has no boost for domains that have slept.',
    },
    {
      shows: ({ busy }) => under(busy, 0.1),
      because:
        'Too low on a full host, likely because real arrivals are burstier over seconds than two moments of their gaps tell.',
    },
    {
      shows: ({ calm }) => under(calm, 0.05),
      because:
        "Too low on a calm host, likely because it knows no packets: waits of single wake-ups on a request's way are missing.",
    },
    {
      shows: ({ calm }) => over(calm, 0.05),
      because:
        'Too high on a calm host, likely because a domain that wakes up preempts at once there, which sharing the processor does not show.',
    },
  ],
  'delay-aware-calibrated': [
    {
      shows: ({ summary }) => summary.missing > 0,
      because:
        'Without an answer where the recording has too few windows, or windows of too few load levels, to identify its coefficients.',
    },
    {
      shows: ({ calm, busy }) => under(calm, 0.05) || under(busy, 0.05),
      because:
        'Too low: without client times its coefficients are fitted to the durations of the servers’ logs, which begin when the request line was read. The handshake and the wait to be accepted are in none of them.',
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
        'Without an answer where no CPU trace tells what a request costs: durations hold the waits that the twin is to make.',
    },
    {
      shows: ({ busy }) => over(busy, 0.05) || under(busy, 0.05),
      because:
        'On a full host a hundredth of CPU use moves a queue by a tenth, so small errors in the CPU cost of requests show largely; and the log stamps a request when its line was read, not when it reached the host.',
    },
    {
      shows: ({ summary }) => (summary.p95?.medianApe ?? 0) > 0.1,
      because:
        'Percentiles, likely because those of half a minute hang on a few bursts of requests and of work beside them, whose place within a window no recording tells.',
    },
  ],
  line: [
    {
      shows: () => true,
      because:
        "Knows weights, but neither boosts nor time slices, and takes Domain-0 for a guest's equal.",
    },
  ],
  'processor-sharing': [
    {
      shows: () => true,
      because: 'Knows no weights, no queueing inside a guest and no priority of Domain-0.',
    },
  ],
}

/** Which way it errs: median of the signed errors by band and by domain, in one sentence. */
export function leaningOf(misses: readonly Miss[]): string {
  const domains = [...new Set(misses.map(({ domain }) => domain))].sort()
  const parts = [
    ['below 70 % CPU', biasOf(misses, false)] as const,
    ['from 70 % on', biasOf(misses, true)] as const,
    ...domains.map((name) => {
      const own = misses.filter(({ domain }) => domain === name)
      return [name, medianOf(own.map(({ error }) => error))] as const
    }),
  ]
  const told = parts.flatMap(([where, bias]) =>
    bias === null ? [] : [`${where} ${bias > 0 ? '+' : ''}${percent(bias)}`],
  )
  return told.length === 0 ? '' : `Median of the signed errors: ${told.join(', ')}.`
}

function biasOf(misses: readonly Miss[], busy: boolean): number | null {
  return medianOf(
    misses
      .filter(({ utilisation }) => utilisation !== null && utilisation >= BUSY === busy)
      .map(({ error }) => error),
  )
}

function medianOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : median([...values])
}
