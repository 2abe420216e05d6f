import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { drawnRun } from './drawn-hosts.fixture.ts'
import { simulate } from './engine/simulate.ts'
import { type GoldenRun, goldenRuns } from './golden-hosts.fixture.ts'
import type { DomainResult } from './results/twin-result.ts'

interface GoldenFigures {
  name: string
  hash: string
  domains: DomainResult[]
}

/** The result without the number of events, which is not part of it. */
function play({ name, config, options }: GoldenRun): GoldenFigures {
  const { events: _, ...result } = simulate(config, options)
  const hash = createHash('sha256').update(JSON.stringify(result)).digest('hex').slice(0, 16)
  return { name, hash, domains: result.domains }
}

/** Key figures that show at a glance what a change of the model has moved. */
function figures({ name, stateSeconds, requests }: DomainResult): string {
  const milliseconds = (seconds: number) => `${(1000 * seconds).toFixed(3)} ms`
  const { mean = null, p95 = null } = requests?.responseTime ?? {}
  const times = mean === null ? [] : [milliseconds(mean), `p95 ${milliseconds(p95!)}`]
  return `  ${[name, `${stateSeconds.running.toFixed(6)} s CPU`, ...times].join(', ')}`
}

// The results of many hosts, bit for bit: performance work must not change them. A change of the
// model writes them anew (`npx vitest run --project unit golden -u`) and states what it moved.
test('results are unchanged', async () => {
  const known = goldenRuns().map(play)
  const drawn = Array.from({ length: 150 }, (_, seed) => play(drawnRun(seed)))
  const lines = [
    ...known.flatMap(({ hash, name, domains }) => [`${hash} ${name}`, ...domains.map(figures)]),
    ...drawn.map(({ hash, name }) => `${hash} ${name}`),
  ]
  const file = fileURLToPath(new URL('./fixtures/golden-results.txt', import.meta.url))
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(file)
})
