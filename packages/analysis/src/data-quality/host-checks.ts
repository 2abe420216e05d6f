import { valueFor } from '@steelyard/model'
import { DOMAIN_0 } from '../recorded/recorded-host.ts'
import type { QualityCheck } from './check.ts'
import { hostFactsQuality } from './host-facts-quality.ts'

const pCpus: QualityCheck = ({ host }) => {
  const { count, source } = host.pCpus
  if (source === 'host' || source === 'xl-output') return []
  return source === 'trace'
    ? [{ code: 'pcpus-from-trace', severity: 'info', pCpus: count }]
    : [{ code: 'pcpus-assumed', severity: 'warning' }]
}

const weights: QualityCheck = ({ host, guests }) => {
  const said = host.regimes.at(-1)?.weights ?? {}
  const unknown = [DOMAIN_0, ...guests.map((g) => g.name)].filter(
    (n) => valueFor(said, n) === undefined,
  )
  return unknown.length === 0
    ? []
    : [{ code: 'weights-assumed', severity: 'warning', domains: unknown }]
}

const hostFacts: QualityCheck = ({ facts, host, guests }) =>
  hostFactsQuality(
    facts,
    guests.map(({ name }) => name),
    host.regimes.at(-1)?.weights ?? {},
  )

export const hostChecks: readonly QualityCheck[] = [pCpus, weights, hostFacts]
