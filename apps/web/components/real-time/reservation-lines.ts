import type { RealTimeAssessment } from '@steelyard/contract'

/**
 * Names that neither a shell nor xl can misread; xl takes a name of digits alone as a domain id.
 */
const plainName = /^(?!\d+$)[A-Za-z0-9][A-Za-z0-9._-]*$/

/** The `xl` commands, one line per domain. */
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
