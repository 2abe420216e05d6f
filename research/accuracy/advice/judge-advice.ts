import type { HostLoad, Weights } from '@steelyard/model'
import { gainOf, type Objective, type ObjectiveValue, objectiveValue } from '@steelyard/solver'
import { settings } from '../default-settings.ts'
import type { AdviceCase, ChoiceId } from './advice-report.ts'
import type { Advice, TargetStatistic } from './advise.ts'
import { allAllocations, weightsOf } from './allocations.ts'
import { findOptimum, JUDGED_SECONDS } from './find-optimum.ts'
import type { Judge, JudgedTime, JudgedTimes } from './judge.ts'
import { aloneSeconds, type JudgedRange, meanLoad, namesIn, timesIn } from './judged-range.ts'
import { alikeDomains, labelOf, offeredUse } from './true-loads.ts'

export interface Judging {
  recording: string
  phase: string
  parts: JudgedRange
  inForce: Weights
  /** Targets as fractions of the response times under the weights in force. */
  targets: Record<string, number>
  statistic: TargetStatistic
  advice: Advice
}

/** Evaluates the recommendation and the alternatives according to each judge. */
export async function judgeAdvice(
  { recording, phase, parts, inForce, targets, statistic, advice }: Judging,
  judges: readonly Judge[],
): Promise<AdviceCase> {
  const hosts = parts.map(({ host }) => host)
  const alike = alikeDomains(hosts, Object.keys(targets))
  const choices: AdviceCase['choices'] = {
    ...advice.choices,
    nothing: { weights: inForce, reason: 'The weights in force.' },
  }
  const allocations = allAllocations(namesIn(parts), alike).allocations.map((steps) =>
    weightsOf(steps, inForce),
  )
  const judged: AdviceCase['judges'] = {}
  for (const judge of judges) {
    judged[judge.id] = await judgeChoices(
      { judge, parts, targets, statistic, advice, alike },
      choices,
      allocations,
    )
  }
  return {
    recording,
    phase,
    targets,
    statistic,
    alike,
    choices,
    judges: judged,
    load: [...new Set(hosts.map(labelOf))].join(', then '),
    offeredUse: Math.max(...hosts.map(offeredUse)),
    objective: advice.objective,
  }
}

async function judgeChoices(
  {
    judge,
    parts,
    targets,
    statistic,
    advice,
    alike,
  }: { judge: Judge; alike: AdviceCase['alike'] } & Pick<
    Judging,
    'parts' | 'targets' | 'statistic' | 'advice'
  >,
  choices: AdviceCase['choices'],
  allocations: readonly Weights[],
): Promise<NonNullable<AdviceCase['judges']['twin']>> {
  const times = (weights: readonly Weights[], seconds: number) =>
    timesIn(parts, judge, weights, seconds)
  const ids = Object.keys(choices) as ChoiceId[]
  const asked = ids.map((id) => choices[id].weights)
  const played = await times(asked, JUDGED_SECONDS)
  const now = played[ids.indexOf('nothing')]!
  const value = valueBy(advice.objective as Objective, meanLoad(parts), { targets, statistic }, now)
  const input = { times, value, coarseSeconds: judge.coarseSeconds }
  const best = await findOptimum(input, [...allocations, ...asked])
  const even = await findOptimum(
    input,
    allocations.filter((weights) => alike.every((group) => isEven(group, weights))),
  )
  const regretOf = (own: ObjectiveValue) => 1 / (1 - gainOf(own, best.value)) - 1
  const outcomes = ids.map((id, index) => {
    const own = value(played[index]!)
    return [
      id,
      {
        value: own.value,
        regret: regretOf(own),
        gain: gainOf(value(now), own),
        meansSeconds: clientSeconds(played[index]!),
      },
    ] as const
  })
  return {
    optimum: { weights: best.weights, value: best.value.value },
    evenRegret: regretOf(even.value),
    outcomes: Object.fromEntries(outcomes) as Record<ChoiceId, (typeof outcomes)[number][1]>,
  }
}

function isEven(group: readonly string[], weights: Weights): boolean {
  return group.every((name) => weights[name] === weights[group[0]!])
}

/**
 * The product's own objective, evaluated at a judge's times. It concerns what clients see, but a
 * target applies to the measured quantity. In recordings that is the server's logged time, so a
 * target is a fraction of the judge's logged time under the weights in force, and every other domain
 * has the default soft target.
 * @throws Error for a percentile over several loads
 */
function valueBy(
  objective: Objective,
  load: HostLoad,
  { targets: fractions, statistic }: Pick<Judging, 'targets' | 'statistic'>,
  now: JudgedTimes,
) {
  const alone = aloneSeconds(load)
  const timesOf = (times: JudgedTimes) =>
    new Map(Object.entries(times).map(([name, own]) => [name, loggedOf(own, statistic)]))
  const multiplesOfNow = (multiples: Record<string, number>) => {
    const seconds = timesOf(now)
    return Object.fromEntries(
      Object.entries(multiples).map(([name, each]) => [name, each * seconds.get(name)!]),
    )
  }
  if (objective !== 'meet-targets') {
    return (times: JudgedTimes): ObjectiveValue =>
      objectiveValue(
        objective,
        { load, aloneSeconds: alone },
        new Map(Object.entries(clientSeconds(times))),
      )
  }
  const others = Object.keys(now).filter((name) => !(name in fractions))
  const problem = {
    load,
    targets: multiplesOfNow(fractions),
    softTargets: multiplesOfNow(
      Object.fromEntries(others.map((name) => [name, settings.softTargetMultiple!])),
    ),
  }
  return (times: JudgedTimes): ObjectiveValue => objectiveValue(objective, problem, timesOf(times))
}

function loggedOf(time: JudgedTime, statistic: TargetStatistic): number {
  const seconds = statistic === 'mean' ? time.loggedSeconds : time.loggedP95Seconds
  if (seconds === null) throw new Error('Percentiles over several loads do not add up.')
  return seconds
}

function clientSeconds(times: JudgedTimes): Record<string, number> {
  return Object.fromEntries(Object.entries(times).map(([name, own]) => [name, own.clientSeconds]))
}
