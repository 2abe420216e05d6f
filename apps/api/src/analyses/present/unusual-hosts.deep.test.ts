import { AnalysisOptions } from '@steelyard/contract'
import { it } from 'vitest'
import { analyseUnusual, TARGETS, UNUSUAL_HOSTS } from './unusual-hosts.fixture.ts'
import { expectSentences } from './unusual-hosts.sentences.fixture.ts'

const objectives = AnalysisOptions.shape.objective.unwrap().options

it.each(Object.keys(UNUSUAL_HOSTS))('%s ends in sentences, whatever is asked', async (host) => {
  for (const target of Object.values(TARGETS)) {
    for (const objective of objectives) {
      for (const estimator of ['best', 'delay-aware', 'sdps']) {
        expectSentences(
          await analyseUnusual(UNUSUAL_HOSTS[host]!, target, { objective, estimator }),
        )
      }
    }
  }
})
