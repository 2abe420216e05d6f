import type { AnalysisOptions } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { analyseUnusual, TARGETS, UNUSUAL_HOSTS } from './unusual-hosts.fixture.ts'
import { expectSentences } from './unusual-hosts.sentences.fixture.ts'

const objectives: readonly AnalysisOptions['objective'][] = [
  'auto',
  'total-delay',
  'raise-violators',
  'smallest-change',
]

/** Each host under each kind of targets; the objectives take turns, the deep test has them all. */
const cases = Object.keys(UNUSUAL_HOSTS).flatMap((host, i) =>
  Object.keys(TARGETS).map((targets, j) => ({
    host,
    targets: targets as keyof typeof TARGETS,
    objective: objectives[(i + j) % objectives.length]!,
  })),
)

it.each(cases)('$host, targets: $targets, $objective: ends in sentences', async (asked) => {
  const { host, targets, objective } = asked
  expectSentences(await analyseUnusual(UNUSUAL_HOSTS[host]!, TARGETS[targets], { objective }))
})

it('says of an only guest that its weight changes nothing', async () => {
  const { recommendation } = await analyseUnusual(UNUSUAL_HOSTS['one guest']!, null)
  expect(recommendation!.reason).toBe(
    'Leave the weights alone. vm1 is the only guest with requests, so its weight changes nothing.',
  )
})

it('keeps the choice of the published formula where the recording is too short for advice', async () => {
  const short = UNUSUAL_HOSTS['half a minute of it']!
  const {
    verdict,
    recommendation,
    objectives: shown,
  } = await analyseUnusual(short, 30, {
    objective: 'total-delay',
    estimator: 'delay-aware',
  })
  expect({ verdict, recommendation }).toEqual({
    verdict: 'not-enough-evidence',
    recommendation: null,
  })
  const [published] = shown!
  expect(published).toMatchObject({ objective: 'total-delay', chosenBy: 'delay-aware' })
  expect(published!.outlook.map(({ estimator }) => estimator)).toContain('twin')
  expect(published!.statement).toContain('it is not recommended')
})
