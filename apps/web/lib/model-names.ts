import type { Estimator } from '@steelyard/contract'
import type { GlossaryTerm } from './glossary.ts'

interface ModelName {
  name: string
  term: GlossaryTerm
}

const plain: Record<string, ModelName> = {
  twin: { name: 'Simulation', term: 'simulation' },
  sdps: { name: 'Queueing formula', term: 'sdps' },
  'delay-aware': { name: 'Delay-aware, as published', term: 'delay-aware' },
  'delay-aware-calibrated': { name: 'Delay-aware, calibrated', term: 'delay-aware-calibrated' },
  sandpiper: { name: 'SandPiper', term: 'sandpiper' },
  'measured-wait': { name: 'Measured wait', term: 'measured-wait' },
  kingman: { name: 'Bound for a CPU of its own', term: 'kingman' },
}

/** The plain name of an estimator; one that is new here goes by its label. */
export function modelName(id: string, estimators: readonly Estimator[]): string {
  return plain[id]?.name ?? estimators.find((each) => each.id === id)?.label ?? id
}

/** Where the glossary explains an estimator; undefined for one that is new here. */
export function modelTerm(id: string): GlossaryTerm | undefined {
  return plain[id]?.term
}
