import { expect, test } from 'vitest'
import { analyseHost } from './analyse-host.ts'
import { namedRecording, PLAIN, writtenPlainly } from './any-names.fixture.ts'
import { hostScheduling } from './load/host-scheduling.ts'

async function analysed(names: readonly string[]): Promise<string> {
  const named = namedRecording(names)
  const { result, rows, load, basis } = await analyseHost({
    ...named,
    scheduling: hostScheduling(named.facts),
    sources: [],
    notes: [],
    hasTrace: true,
    readArrivals: async () => [],
  })
  return writtenPlainly({ result, rows, load, basis }, names)
}

test('an analysis is the same whatever the domains are called', async () => {
  const plain = await analysed(PLAIN)
  expect(await analysed(['__proto__', 'constructor', 'toString'])).toBe(plain)
})
