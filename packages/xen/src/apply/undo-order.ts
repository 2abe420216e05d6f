import type { HostInventory } from '../host-inventory.ts'
import { LEVERS } from '../levers/registry.ts'
import { lowerFirst } from '../levers/weight-and-cap/lower-first.ts'
import type { RecordedChange } from './application.ts'

/** Undoes the last change first; weights come at the end, those that fall before the others. */
export function undoOrder(items: RecordedChange[], inventory: HostInventory): RecordedChange[] {
  const restored = items.filter(({ lever }) => LEVERS[lever].isRestored)
  const weights = restored.filter((item) => item.lever === 'weight')
  return [
    ...restored.filter(({ lever }) => lever !== 'weight').reverse(),
    ...lowerFirst(
      weights,
      (item) => LEVERS.weight.now(inventory, item.uuid)?.weight ?? item.before.weight,
      (item) => item.before.weight,
    ),
  ]
}
