import { realTimeLab, replicate, simulate, type TwinConfig } from '@steelyard/simulator'
import { mean } from 'simple-statistics'
import type { Domain0Result, PlayedCell } from '../experiments/domain0/domain0-result.ts'
import { twinOfCell } from '../experiments/domain0/twin-of-cell.ts'
import { keptResult } from '../experiments/kept-result.ts'
import type { ObservedInterval } from '../experiments/observe-intervals.ts'
import type { Paper0Result } from '../experiments/paper0/paper0-result.ts'
import type { TableResult } from '../experiments/paper0/table-result.ts'
import type { Paper1Result } from '../experiments/paper1/paper1-result.ts'
import { sumUpPings } from '../experiments/paper1/sum-up-pings.ts'
import { twinPings } from '../experiments/paper1/twin-of-host.ts'
import { outcomeOf } from '../experiments/paper3/outcome-of.ts'
import type { Paper3Result, PlayedPolicy } from '../experiments/paper3/paper3-result.ts'
import { ALLOWANCE_PERCENT } from '../experiments/paper3/policies.ts'
import { type GuestWeights, hostInARow, startsOf } from '../papers/paper0/host-of-paper0.ts'
import { type Interval, table1, table2, table3 } from '../papers/paper0/intervals.ts'
import type { ExperimentCase } from './accuracy-report.ts'

/**
 * What a real host measured in the experiments of papers 0, 1 and 3 and about Domain-0, beside what the twin says of
 * the same host. It knows the set-up and, of the tables, the CPU time per request of the first
 * interval and Domain-0's; nothing in it was fitted to response times.
 */
export function twinOnExperiments(): ExperimentCase[] {
  return [
    ...plainTable('Table 1', table1, keptResult('table1')),
    ...plainTable('Table 2', table2, keptResult('table2')),
    ...table3Cases(keptResult('paper0')),
    ...pingCases(keptResult('paper1')),
    ...deadlineCases(keptResult('paper3')),
    ...domain0Cases(keptResult('domain0')),
  ]
}

/** Domain-0's CPU time per request and direction on this host. */
const DOMAIN_0_SECONDS = 0.000115
/** All replications of a table together; a hundred of Table 3. */
const PLAYED_SECONDS = 21_000
const EQUAL: GuestWeights = [256, 256, 256]

/** A table that was played under equal weights alone. */
function plainTable(
  name: string,
  table: readonly Interval[],
  { intervals }: TableResult,
): ExperimentCase[] {
  return tableUnder({ name, table, weights: EQUAL, intervals })
}

function table3Cases({ before, after }: Paper0Result): ExperimentCase[] {
  const runs = [
    { weights: EQUAL, intervals: before },
    ...after.map(({ weights, intervals }) => ({
      weights: [weights.vm1!, weights.vm2!, weights.vm3!] as const,
      intervals,
    })),
  ]
  return runs.flatMap((run) => tableUnder({ name: 'Table 3', table: table3, ...run }))
}

interface PlayedTable {
  name: string
  table: readonly Interval[]
  weights: GuestWeights
  intervals: readonly ObservedInterval[]
}

function tableUnder({ name: where, table, weights, intervals }: PlayedTable): ExperimentCase[] {
  const means = meansOf(table, weights, cpuSecondsOf(intervals))
  return intervals.flatMap(({ guests }, index) =>
    guests.map(({ name, clients }, vm) => ({
      experiment: `${where} of paper 0, even arrivals`,
      policy: `credit, weights ${weights.join('-')}`,
      what: `mean time of ${name}, interval ${index + 1}`,
      unit: 'ms' as const,
      measured: clients!.meanMs,
      twin: 1000 * means[index]![vm]!,
    })),
  )
}

/** CPU seconds per request of each guest, as recorded while the host was calm. */
const cpuSecondsOf = ([first]: readonly ObservedInterval[]) =>
  first!.guests.map(({ cpuPerRequestMs }) => cpuPerRequestMs! / 1000)

/** By interval and guest, in seconds, as means over the ways in which the streams can lie. */
function meansOf(
  table: readonly Interval[],
  weights: GuestWeights,
  cpuSeconds: readonly number[],
): number[][] {
  const change = { at: 0, weights }
  const host = hostInARow(table, { domain0Seconds: DOMAIN_0_SECONDS, change })
  const starts = startsOf(table)
  const config: TwinConfig = {
    ...host,
    scheduler: { name: 'credit', xenVersion: '4.17' },
    guests: host.guests.map((guest, vm) => ({
      ...guest,
      load: {
        ...guest.load!,
        serviceTime: { kind: 'constant', seconds: cpuSeconds[vm]! },
        discipline: 'processor-sharing',
      },
    })),
  }
  const { windows } = replicate(config, {
    seed: 1,
    replications: Math.round(PLAYED_SECONDS / starts.at(-1)!),
    horizonSeconds: starts.at(-1)!,
    boundariesSeconds: starts.slice(1, -1),
    drainSeconds: 10,
  })
  return windows.map(({ domains }) =>
    domains.flatMap(({ requests }) => requests?.responseTime.mean?.mean ?? []),
  )
}

function pingCases({ policies }: Paper1Result): ExperimentCase[] {
  return policies.flatMap((played) => {
    const { meanMs, withinTenMs } = twinPings(played)
    const measured = sumUpPings(played.pingsMs)
    const pinged = { experiment: 'A pinged hog among six, paper 1', policy: played.name }
    return [
      {
        ...pinged,
        what: 'mean answer',
        unit: 'ms' as const,
        measured: measured.meanMs,
        twin: meanMs,
      },
      {
        ...pinged,
        what: 'answers within 10 ms',
        unit: '%' as const,
        measured: 100 * measured.withinTenMs,
        twin: 100 * withinTenMs,
      },
    ]
  })
}

const DEADLINE_RUNS = 10
const DEADLINE_RUN = { horizonSeconds: 24, warmupSeconds: 4 }

function deadlineCases({ policies }: Paper3Result): ExperimentCase[] {
  return policies.map((played) => ({
    experiment: 'T(100,70) beside two hogs, paper 3',
    policy: played.name,
    what: 'jobs that missed',
    unit: '%',
    measured: 100 * outcomeOf(played).missedPart,
    twin: 100 * missedIn(configOf(played.name)),
  }))
}

const TASK = { name: 'vm1', periodSeconds: 0.1, executionSeconds: 0.07 }

/** The task is the same under each policy; what the advice allows for it may be more. */
function configOf(name: PlayedPolicy['name']): TwinConfig {
  const config = (id: string, allowancePercent = 0) =>
    realTimeLab({
      pCpus: 1,
      realTime: [
        { ...TASK, executionSeconds: (1 + allowancePercent / 100) * TASK.executionSeconds },
      ],
      others: ['vm2', 'vm3'].map((other) => ({ name: other, weight: 256 })),
      share: 'equal',
    }).find((variant) => variant.id === id)!.config
  switch (name) {
    case 'order': {
      const credit = config('credit')
      return {
        ...credit,
        scheduler: { ...credit.scheduler, name: 'credit', realTimeFirst: true },
      }
    }
    case 'rt-credit-allowing':
    case 'caps-allowing':
    case 'rtds-allowing':
      return withTask(config(name.replace('-allowing', ''), ALLOWANCE_PERCENT))
    default:
      return config(name)
  }
}

function withTask(config: TwinConfig): TwinConfig {
  const { executionSeconds } = TASK
  return {
    ...config,
    guests: config.guests.map((guest) =>
      guest.realTime ? { ...guest, realTime: { ...guest.realTime, executionSeconds } } : guest,
    ),
  }
}

function missedIn(config: TwinConfig): number {
  const parts = Array.from({ length: DEADLINE_RUNS }, (_, run) => {
    const { domains } = simulate(config, { ...DEADLINE_RUN, seed: 1 + run })
    const { missed, jobs } = domains.find(({ name }) => name === 'vm1')!.deadlines!
    return missed / jobs
  })
  return mean(parts)
}

/** From when a request was due, because a Domain-0 that waits for the CPU also sends late. */
function domain0Cases(result: Domain0Result): ExperimentCase[] {
  return result.cells.flatMap((cell) => {
    const twin = twinOfCell(cell, result).guests
    return cell.guests.map(({ name, network }, index) => ({
      experiment: 'Domain-0’s part of the credits',
      policy: kindOf(cell),
      what: `mean time of ${name} at weights of ${cell.weight}`,
      unit: 'ms' as const,
      measured: network.meanMs,
      twin: twin[index]!.network.meanMs,
    }))
  })
}

function kindOf({ domain0, oneComputes }: PlayedCell): string {
  return `Domain-0 ${domain0}${oneComputes ? ', one guest computes' : ''}`
}
