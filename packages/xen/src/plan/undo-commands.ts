import { LEVERS, type LeverKind } from '../levers/registry.ts'
import { NO_DOMAIN, targetOf } from '../levers/target.ts'
import { lowerFirst } from '../levers/weight-and-cap/lower-first.ts'
import { plannedLine } from './change-of.ts'
import type { Change, ChangeOf, Plan } from './plan.ts'

/**
 * The commands that restore what a plan found, for an operator who applied it by hand: the last
 * change first, then the weights, and at the end what XAPI stores of them. `restore` does the same on
 * a host that can be read.
 */
export function undoCommands(plan: Pick<Plan, 'changes' | 'domains' | 'username'>): string[] {
  const restored = plan.changes.filter(({ lever }) => LEVERS[lever].isRestored)
  const isWeight = (change: Change): change is ChangeOf<'weight'> => change.lever === 'weight'
  const isRecord = ({ lever }: Change) => LEVERS[lever].about === 'record'
  const others = restored.filter((each) => !isWeight(each) && !isRecord(each)).reverse()
  const weights = lowerFirst(
    restored.filter(isWeight),
    ({ after }) => after.weight,
    ({ before }) => before.weight,
  )
  return [...others, ...weights, ...restored.filter(isRecord)].flatMap((change) =>
    undoOne(change, plan),
  )
}

function undoOne<K extends LeverKind>(
  { lever, uuid, before, after }: ChangeOf<K>,
  { domains, username }: Pick<Plan, 'domains' | 'username'>,
): string[] {
  // Each domain is back in the cpupool where the plan found it by the time its own values are set.
  const domain = domains.find((each) => each.uuid === uuid)
  const onHost = domain ? { domainId: domain.id, scheduler: domain.scheduler } : NO_DOMAIN
  const commands = LEVERS[lever].commands(after, before, targetOf(lever, uuid, onHost))
  return commands.map((command) => plannedLine(command, username))
}
