import type { Estimator } from '@steelyard/contract'
import type { GlossaryTerm } from './glossary.ts'

const terms: Record<string, GlossaryTerm> = {
  twin: 'simulation',
  sdps: 'sdps',
  'delay-aware': 'delay-aware',
  'delay-aware-calibrated': 'delay-aware-calibrated',
  sandpiper: 'sandpiper',
  'measured-wait': 'measured-wait',
  kingman: 'kingman',
}

/** The name of an estimator; one that the API no longer has goes by its id. */
export function modelName(id: string, estimators: readonly Estimator[]): string {
  return estimators.find((each) => each.id === id)?.label ?? id
}

/** Where the glossary explains an estimator; undefined for one that is new here. */
export function modelTerm(id: string): GlossaryTerm | undefined {
  return terms[id]
}
