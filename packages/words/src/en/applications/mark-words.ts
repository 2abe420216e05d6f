import { formatList } from '@steelyard/contract/format'
import {
  LEVERS,
  type LeverKind,
  type RecordedChange,
  type RecordedOf,
  valueWords,
} from '@steelyard/xen'

/** An application or a roll-back on a line of time. */
export function markWords(
  kind: string,
  state: string,
  recorded: readonly RecordedChange[],
): string {
  const isRollBack = kind === 'roll-back'
  const what = isRollBack ? 'A roll-back' : 'A plan'
  if (state === 'failed') return `${what} failed.`
  if (state === 'confirmed' || state === 'applying')
    return isRollBack ? 'A plan is being rolled back.' : 'A plan is being applied.'
  if (state === 'rolled-back' && !isRollBack) return 'A plan was applied and undone again.'
  // What XAPI stores of a guest is the same once more.
  const onHost = recorded.filter(({ lever }) => LEVERS[lever].about !== 'record')
  const changes = onHost.map((change) => changeWords(change, isRollBack))
  const done = isRollBack ? 'A plan was rolled back' : 'A plan was applied'
  return changes.length > 0 ? `${done}: ${formatList(changes)}.` : `${done}.`
}

function changeWords<K extends LeverKind>(
  { lever, name, before, after }: RecordedOf<K>,
  isRollBack: boolean,
): string {
  return `${name} to ${valueWords(lever, isRollBack ? before : after)}`
}
