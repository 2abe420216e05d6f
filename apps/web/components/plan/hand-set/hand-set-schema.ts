import { zodResolver } from '@hookform/resolvers/zod'
import { Weight } from '@steelyard/contract'
import { z } from 'zod'
import { type PinnableDomain, pinFault } from '../pin-rows.ts'
import type { HandSetDomain } from './hand-set.ts'

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

export const handSetResolver = (...of: Parameters<typeof handSetSchema>) =>
  zodResolver(handSetSchema(...of))

export type HandSetValues = z.infer<ReturnType<typeof handSetSchema>>

function pinSchema(domains: readonly PinnableDomain[]) {
  return z.array(z.object({ pCpus: z.string() })).check(
    z.superRefine((rows, context) => {
      rows.forEach(({ pCpus }, index) => {
        const message = pinFault(pCpus, domains[index])
        if (message) context.addIssue({ code: 'custom', path: [index, 'pCpus'], message })
      })
    }),
  )
}
