import { AnalysisOptions } from '@steelyard/contract'
import { it } from 'vitest'
import { analyseUnusual, TARGETS, UNUSUAL_HOSTS } from './unusual-hosts.fixture.ts'
import { expectSentences } from './unusual-hosts.sentences.fixture.ts'

const objectives = AnalysisOptions.shape.objective.unwrap().options
const estimators = ['best', 'delay-aware', 'sdps'] as const

/** Every pair of a target, an objective and an estimator at least once: a Latin square. */
const asked = Object.values(TARGETS).flatMap((target, row) =>
  objectives.map((objective, column) => ({
    target,
    options: { objective, estimator: estimators[(row + column) % estimators.length]! },
  })),
)

it.each(Object.keys(UNUSUAL_HOSTS))('%s ends in sentences, whatever is asked', async (host) => {
  for (const { target, options } of asked)
    expectSentences(await analyseUnusual(UNUSUAL_HOSTS[host]!, target, options))
})
