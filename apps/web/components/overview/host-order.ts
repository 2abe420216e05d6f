import type { Host, Verdict } from '@steelyard/contract'

const verdictOrder: (Verdict | null)[] = ['migrate', 'reweight', 'ok', null]

/** Sorts the most pressing verdict first, then by name. */
export function byUrgency(left: Host, right: Host): number {
  const urgency = verdictOrder.indexOf(left.verdict) - verdictOrder.indexOf(right.verdict)
  return urgency || left.name.localeCompare(right.name)
}

/** Counts the hosts with each verdict; verdicts without hosts are left out. */
export function countVerdicts(hosts: Host[]): { verdict: Verdict | null; count: number }[] {
  return verdictOrder
    .map((verdict) => ({
      verdict,
      count: hosts.filter((host) => host.verdict === verdict).length,
    }))
    .filter(({ count }) => count > 0)
}
