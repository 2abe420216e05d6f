import { realTimeLab, simulate, type TwinConfig } from '@steelyard/simulator'

/** CPU time of one unit of the other domains' work, T(60). */
const unitSeconds = 0.06
/** A task has ten seconds of jobs of T(100,70), counted after four. */
const run = { horizonSeconds: 14, warmupSeconds: 4 }
export const jobsPerTask = 100

/**
 * Assumed values for what the paper leaves out: the number of domains that never rest, Domain-0's
 * own work, and the treatment of late jobs.
 */
export interface Guess {
  others: number
  /** CPU seconds per second. */
  domain0Utilisation: number
  /** Whether a job is given up once it has missed its deadline, or is finished late. */
  missed: 'given up' | 'finished late'
}

/** Measured CPU use of Domain-0 on a Xen 4.17 host while xentop ran. */
const busyDomain0 = 0.027

/**
 * Every verdict considers all of these guesses. They were fixed after trial runs had shown that the
 * outcome depends on them, so no single guess may represent the paper.
 */
export const guesses: readonly Guess[] = [1, 2, 4].flatMap((others) =>
  [0, busyDomain0].flatMap((domain0Utilisation) =>
    (['given up', 'finished late'] as const).map((missed) => ({
      others,
      domain0Utilisation,
      missed,
    })),
  ),
)

/** Results over all runs of one policy. */
export interface Outcome {
  tasks: number
  /** Number of tasks that missed no deadline. */
  free: number
  /** Fraction of all jobs that missed their deadline. */
  missedPart: number
  /** Units of work per second of all other domains together. */
  unitsPerSecond: number
}

/**
 * The lab's policies, the order of the runqueue without caps, and RT-Credit with every cap 1 %
 * lower.
 */
export type Policy =
  | 'credit'
  | 'pinning'
  | 'rt-credit'
  | 'caps'
  | 'rtds'
  | 'order-alone'
  | 'lower-caps'

/** Two real-time domains T(100,70), the most that two cores can hold, under Xen 3.4. */
function hosts({ others, domain0Utilisation, missed }: Guess): Map<Policy, TwinConfig> {
  const variants = realTimeLab({
    pCpus: 2,
    xenVersion: '3.4',
    share: 'equal',
    domain0Utilisation,
    realTime: ['rt1', 'rt2'].map((name) => ({ name, periodSeconds: 0.1, executionSeconds: 0.07 })),
    others: Array.from({ length: others }, (_, index) => ({ name: `vm${index + 1}`, weight: 256 })),
  })
  const configs = new Map(
    variants.map(({ id, config }) => [
      id as Policy,
      missed === 'given up' ? config : finishedLate(config),
    ]),
  )
  const credit = configs.get('credit')!
  const scheduler = { ...credit.scheduler, name: 'credit', realTimeFirst: true } as const
  const rtCredit = configs.get('rt-credit')!
  const lower = rtCredit.guests.map((guest) =>
    guest.cap ? { ...guest, cap: guest.cap - 1 } : guest,
  )
  configs.set('lower-caps', { ...rtCredit, guests: lower })
  return configs.set('order-alone', { ...credit, scheduler })
}

function finishedLate(config: TwinConfig): TwinConfig {
  const guests = config.guests.map(({ realTime, ...guest }) =>
    realTime ? { ...guest, realTime: { ...realTime, unitSeconds: undefined } } : guest,
  )
  return { ...config, guests }
}

/** @param runs number of runs, each with two tasks; the seeds start at 1 */
export function playTasks(guess: Guess, runs: number, policies: Policy[]): Map<Policy, Outcome> {
  const configs = hosts(guess)
  return new Map(policies.map((policy) => [policy, outcome(configs.get(policy)!, runs)]))
}

function outcome(config: TwinConfig, runs: number): Outcome {
  const tasks: number[] = []
  let cpuShare = 0
  for (let seed = 1; seed <= runs; seed++) {
    for (const { name, deadlines, cpuShare: share } of simulate(config, { ...run, seed }).domains) {
      if (deadlines) tasks.push(deadlines.missed / deadlines.jobs)
      else if (name !== 'Domain-0') cpuShare += share / runs
    }
  }
  return {
    tasks: tasks.length,
    free: tasks.filter((missed) => missed === 0).length,
    missedPart: tasks.reduce((sum, missed) => sum + missed, 0) / tasks.length,
    unitsPerSecond: cpuShare / unitSeconds,
  }
}
