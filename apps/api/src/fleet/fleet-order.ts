import type { FleetHost } from '@steelyard/contract'

const urgency: (string | null)[] = ['migrate', 'reweight', 'undecided', 'ok', null]

/** The most pressing verdict first, then by name. */
export function byUrgency(
  left: Pick<FleetHost, 'verdict' | 'name'>,
  right: Pick<FleetHost, 'verdict' | 'name'>,
): number {
  const byVerdict = urgency.indexOf(left.verdict) - urgency.indexOf(right.verdict)
  return byVerdict || left.name.localeCompare(right.name)
}
