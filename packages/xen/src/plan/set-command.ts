import type { HostCommand, WeightScheduler } from '../host-command.ts'
import type { DomainState } from '../host-inventory.ts'
import type { WeightAndCap } from './weight-plan.ts'

/** The command that leads from one pair of values to another, naming only what changes. */
export function setCommand(
  scheduler: WeightScheduler,
  domainId: number,
  from: WeightAndCap,
  to: WeightAndCap,
): HostCommand {
  return {
    verb: 'sched-set',
    scheduler,
    domainId,
    ...(from.weight === to.weight ? {} : { weight: to.weight }),
    ...(from.cap === to.cap ? {} : { cap: to.cap }),
  }
}

/** null where the pool's scheduler has none. */
export function valuesOf({ weight, cap }: DomainState): WeightAndCap | null {
  return weight === null || cap === null ? null : { weight, cap }
}

export function sameValues(a: WeightAndCap, b: WeightAndCap): boolean {
  return a.weight === b.weight && a.cap === b.cap
}

/**
 * Lowered weights first. The sum of weights then never exceeds the larger of its values before and
 * after, so Domain-0's share never dips below the smaller of its own two.
 */
export function lowerFirst<T>(items: T[], from: (item: T) => number, to: (item: T) => number): T[] {
  return items.toSorted((a, b) => to(a) - from(a) - (to(b) - from(b)))
}
