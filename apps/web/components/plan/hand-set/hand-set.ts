import { DEFAULT_WEIGHT, DOMAIN_0, type Domain, type Host, Weight } from '@steelyard/contract'
import { z } from 'zod'
import { isGuest } from '../../../lib/is-guest.ts'
import { competingWeights, statedDomains } from '../../../lib/stated-domains.ts'
import { type PinnableDomain, pinSchema } from '../pin-rows.ts'

export interface HandSetDomain {
  name: string
  cpupool: string | null
  weight: number
  cap: number
  maxCap: number
}

/** The domains whose weights can be set: those that still exist, except Domain-0. */
export function settableDomains(host: Host): HandSetDomain[] {
  return statedDomains(host)
    .filter((domain) => !domain.gone && isGuest(domain))
    .map(handSetOf)
}

/** Domain-0 as the scheduler counts it: its weight is fixed, but it takes part in every share. */
export function fixedDomain(host: Host): Omit<HandSetDomain, 'cap' | 'maxCap'> {
  const { domain, ...known } = competingWeights(host).find((each) => each.domain === DOMAIN_0)!
  return { name: domain, ...known }
}

function handSetOf(domain: Domain): HandSetDomain {
  return {
    name: domain.name,
    cpupool: domain.cpupool,
    weight: domain.weight ?? DEFAULT_WEIGHT,
    cap: domain.cap ?? 0,
    maxCap: maxCapOf(domain),
  }
}

function maxCapOf({ vCpus }: Domain): number {
  return 100 * (vCpus ?? 128)
}

const wholeNumber = z.number({ error: 'a whole number' }).int('a whole number')

/** The schema of the form, in the order of the domains. */
export function handSetSchema(
  domains: readonly HandSetDomain[],
  pinnable: readonly PinnableDomain[] = [],
) {
  return z.object({
    pins: pinSchema(pinnable),
    rows: z.array(z.object({ weight: wholeNumber, cap: wholeNumber })).check(
      z.superRefine((rows, context) => {
        rows.forEach((row, index) => {
          if (!Weight.safeParse(row.weight).success) {
            context.addIssue({
              code: 'custom',
              path: [index, 'weight'],
              message: 'from 1 to 65,535',
            })
          }
          const most = domains[index]?.maxCap ?? 0
          if (row.cap < 0 || row.cap > most) {
            context.addIssue({
              code: 'custom',
              path: [index, 'cap'],
              message: `from 0 to ${most}`,
            })
          }
        })
      }),
    ),
  })
}

export type HandSetValues = z.infer<ReturnType<typeof handSetSchema>>

/** Requests only the values that differ from the host's. */
export function changedWeights(
  domains: readonly HandSetDomain[],
  values: Pick<HandSetValues, 'rows'>,
) {
  return domains.flatMap((domain, index) => {
    const row = values.rows[index]
    if (!row) return []
    const capChanged = row.cap !== domain.cap
    if (row.weight === domain.weight && !capChanged) return []
    return [{ domain: domain.name, weight: row.weight, ...(capChanged ? { cap: row.cap } : {}) }]
  })
}
