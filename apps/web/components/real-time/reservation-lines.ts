import type { RealTimeAssessment } from '@steelyard/contract'

/** What neither a shell nor xl reads anything else into; xl takes digits alone for a domain id. */
const plainName = /^(?!\d+$)[A-Za-z0-9][A-Za-z0-9._-]*$/

/** What `xl` would be told, one line a domain. */
export function reservationLines({
  reservations,
}: Pick<RealTimeAssessment, 'reservations'>): string {
  return reservations
    .map(({ domain, periodUs, budgetUs }) =>
      plainName.test(domain)
        ? `xl sched-rtds -d ${domain} -v all -p ${periodUs} -b ${budgetUs} -e 0`
        : `# ${domain}: -p ${periodUs} -b ${budgetUs} -e 0 (a shell or xl could misread its name)`,
    )
    .join('\n')
}
