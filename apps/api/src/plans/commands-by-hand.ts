import type { WantedByName } from './plan-content.ts'

/**
 * Shown unquoted, so no shell may read more into a name, and xl takes a name of digits alone for a
 * domain id. Names come from uploaded traces too.
 */
const PLAIN_NAME = /^(?!\d+$)[A-Za-z0-9][A-Za-z0-9._-]*$/

/** Commands for the operator to run on a host that Steelyard cannot reach. */
export function commandsByHand(scheduler: string | null, weights: WantedByName[]) {
  const verb = scheduler === 'credit2' ? 'sched-credit2' : 'sched-credit'
  const commands: string[] = []
  const withheld: { domain: string; why: string }[] = []
  for (const { domain, weight, cap } of weights) {
    if (domain === 'Domain-0') withheld.push({ domain, why: 'Domain-0 is never changed.' })
    else if (!PLAIN_NAME.test(domain)) {
      withheld.push({ domain, why: 'a shell or xl could read its name as something else.' })
    } else {
      const capping = cap === undefined ? '' : ` -c ${cap}`
      commands.push(`xl ${verb} -d ${domain} -w ${weight}${capping}`)
    }
  }
  return { commands, withheld }
}
