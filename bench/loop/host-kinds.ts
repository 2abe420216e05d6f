import type { Family } from './families.ts'
import { FluidHost } from './fluid-host.ts'
import { SdpsHost } from './sdps-host.ts'
import type { HostMaker } from './simulated-host.ts'
import { TwinHost } from './twin-host.ts'

export const HOST_KINDS = ['fluid', 'twin', 'sdps'] as const
export type HostKind = (typeof HOST_KINDS)[number]

interface HostKindRule {
  title: string
  make: HostMaker
  /** A host is played for so long at most; then another one is drawn. */
  mostDays: number
  overloadsPerDay(family: Family): number
  plays(family: Family): boolean
}

export const hostKinds: Readonly<Record<HostKind, HostKindRule>> = {
  fluid: {
    title: 'Processor sharing by weight, request by request',
    make: (plan, beginning) => new FluidHost(plan, beginning),
    mostDays: 7,
    overloadsPerDay: ({ load }) => load.overloads.perDay,
    plays: () => true,
  },
  twin: {
    title: 'The twin',
    make: (plan, beginning) => new TwinHost(plan, beginning),
    mostDays: 14,
    overloadsPerDay: ({ load }) => load.overloads.perDay,
    plays: () => true,
  },
  // Its errors are those that SDPS was found to have on hosts with one pCPU and without caps.
  sdps: {
    title: 'SDPS with noise',
    make: (plan, beginning) => new SdpsHost(plan, beginning),
    mostDays: 10,
    overloadsPerDay: () => 0.5,
    plays: ({ id }) => id === 'payer',
  },
}
