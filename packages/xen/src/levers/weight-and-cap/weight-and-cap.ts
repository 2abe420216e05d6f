import type { HostCommand, WeightScheduler } from '../../host-command.ts'
import { HostError } from '../../host-error.ts'
import type { DomainState, WeightAndCap } from '../../host-inventory.ts'
import { isWeightScheduler, readWeight } from '../../read-host.ts'
import { type LeftDrift, type LeftValues, type Lever, plainWords } from '../lever.ts'

/** Null when the pool's scheduler has none. */
export function weightAndCapOf({ weight, cap }: DomainState): WeightAndCap | null {
  return weight === null || cap === null ? null : { weight, cap }
}

/** The command that changes one pair of values into another, with only the options that change. */
export function setCommand(
  scheduler: string,
  domainId: number,
  from: WeightAndCap,
  to: WeightAndCap,
): HostCommand {
  return {
    verb: 'sched-set',
    scheduler: withWeights(scheduler),
    domainId,
    ...(from.weight === to.weight ? {} : { weight: to.weight }),
    ...(from.cap === to.cap ? {} : { cap: to.cap }),
  }
}

function withWeights(scheduler: string): WeightScheduler {
  if (isWeightScheduler(scheduler)) return scheduler
  throw new HostError('invalid-argument', 'Only credit and credit2 have weights.')
}

const value = ({ weight, cap }: WeightAndCap) => `weight ${weight}, cap ${cap}`
const withUnits = ({ weight, cap }: WeightAndCap) =>
  `weight ${weight}, ${cap === 0 ? 'no cap' : `cap ${cap} %`}`

function drift(left: LeftValues, now: WeightAndCap | null): LeftDrift[] {
  const weight = now ? `The weight is ${now.weight}` : 'There is no weight now'
  const cap = now?.cap ? `The cap is ${now.cap} %` : 'There is no cap'
  const capLeft = left.cap ? `${left.cap} %` : 'none'
  const drifts = [
    { kind: 'weight' as const, text: `${weight}; Steelyard left ${left.weight}.` },
    { kind: 'cap' as const, text: `${cap} now; Steelyard left ${capLeft}.` },
  ]
  return drifts.filter(({ kind }) => left[kind] !== undefined && left[kind] !== now?.[kind])
}

/** No cap is the default and needs no line. */
function configLines({ weight, cap }: LeftValues): string[] {
  const lines = weight === undefined ? [] : [`cpu_weight = ${weight}`]
  return cap ? [...lines, `cap = ${cap}`] : lines
}

export const weightAndCap: Lever<WeightAndCap> = {
  about: 'domain',
  isRestored: true,
  now(inventory, uuid) {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
    return domain ? weightAndCapOf(domain) : null
  },
  read: (shell, { domainId, scheduler }) => readWeight(shell, withWeights(scheduler), domainId),
  commands: (from, to, { domainId, scheduler }) => [setCommand(scheduler, domainId, from, to)],
  couldBeOurs: (found, { before, after }) =>
    [before.weight, after.weight].includes(found.weight) &&
    [before.cap, after.cap].includes(found.cap),
  left: { of: ({ weight, cap }) => ({ weight, cap }), drift, configLines },
  words: { ...plainWords(withUnits), value },
}
