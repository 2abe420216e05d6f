import { DOMAIN_0 } from '../recorded/recorded-host.ts'
import { type Check, reason } from './check.ts'
import { hostFactsQuality } from './host-facts-quality.ts'

const pCpus: Check = ({ host }) => {
  const { count, source } = host.pCpus
  if (source === 'host' || source === 'xl-output') return []
  return source === 'trace'
    ? [reason('info', 'pcpus-from-trace', `${count} pCPU, from the sum of the CPU trace.`)]
    : [reason('warning', 'pcpus-assumed', 'The number of pCPUs is not known; one is assumed.')]
}

const weights: Check = ({ host, guests }) => {
  const said = host.regimes.at(-1)?.weights ?? {}
  const unknown = [DOMAIN_0, ...guests.map((g) => g.name)].filter((n) => said[n] === undefined)
  return unknown.length === 0
    ? []
    : [
        reason(
          'warning',
          'weights-assumed',
          `Nobody said the weight of ${unknown.join(', ')}: Xen's default of 256 is assumed.`,
        ),
      ]
}

const hostFacts: Check = ({ facts, host, guests }) =>
  hostFactsQuality(
    facts,
    guests.map(({ name }) => name),
    host.regimes.at(-1)?.weights ?? {},
  )

export const hostChecks: readonly Check[] = [pCpus, weights, hostFacts]
