import { optimiseWeights } from '@steelyard/solver'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { INHERITED, namedRecording, PLAIN, writtenPlainly } from './any-names.fixture.ts'
import { estimateWindows } from './estimates/estimate-windows.ts'
import { weightProblemOf } from './recommendation/weight-problem-of.ts'
import { surveyRecording } from './survey-recording.ts'

/** What the domains are called is not among what a result depends on. */
async function surveyed(names: readonly string[]): Promise<string> {
  const { host, settings, targets } = namedRecording(names)
  const survey = surveyRecording(host, settings)
  const rows = await estimateWindows(survey)
  const { load, weights } = survey
  const aloneSeconds = Object.fromEntries(names.map((name, i) => [name, 0.01 * (i + 1)]))
  const asked = {
    load,
    seconds: 120,
    weights,
    targets,
    softTargets: [],
    settings,
    scarce: [],
    aloneSeconds,
  }
  const solutions = []
  for (const objective of ['total-delay', 'raise-violators'] as const) {
    solutions.push(await optimiseWeights(weightProblemOf(asked, objective)))
  }
  return writtenPlainly({ load, rows, solutions }, names)
}

test('a domain may be called like what every object has', async () => {
  const plain = await surveyed(PLAIN)
  const names = fc.shuffledSubarray([...INHERITED], { minLength: 3, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(names, async (some) => {
      expect(await surveyed(some.sort())).toBe(plain)
    }),
    { numRuns: 10, examples: [[['__proto__', 'constructor', 'toString']]] },
  )
})
