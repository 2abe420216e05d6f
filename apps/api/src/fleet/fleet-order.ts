import { type FleetHost, urgencyOf } from '@steelyard/contract'

/** The most pressing verdict first, then by name. */
export function byUrgency(
  left: Pick<FleetHost, 'verdict' | 'name'>,
  right: Pick<FleetHost, 'verdict' | 'name'>,
): number {
  return urgencyOf(left.verdict) - urgencyOf(right.verdict) || left.name.localeCompare(right.name)
}
