import { valueFor } from '@steelyard/model'
import { DOMAIN_0 } from '../recorded/recorded-host.ts'
import type { Check } from './check.ts'
import { hostFactsQuality } from './host-facts-quality.ts'

const pCpus: Check = ({ host }) => {
  const { count, source } = host.pCpus
  if (source === 'host' || source === 'xl-output') return []
  return source === 'trace'
    ? [{ code: 'pcpus-from-trace', severity: 'info', pCpus: count }]
    : [{ code: 'pcpus-assumed', severity: 'warning' }]
}

const weights: Check = ({ host, guests }) => {
  const said = host.regimes.at(-1)?.weights ?? {}
  const unknown = [DOMAIN_0, ...guests.map((g) => g.name)].filter(
    (n) => valueFor(said, n) === undefined,
  )
  return unknown.length === 0
    ? []
    : [{ code: 'weights-assumed', severity: 'warning', domains: unknown }]
}

const hostFacts: Check = ({ facts, host, guests }) =>
  hostFactsQuality(
    facts,
    guests.map(({ name }) => name),
    host.regimes.at(-1)?.weights ?? {},
  )

export const hostChecks: readonly Check[] = [pCpus, weights, hostFacts]
