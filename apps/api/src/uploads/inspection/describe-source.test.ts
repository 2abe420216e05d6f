import { knownHost } from '@steelyard/analysis'
import { detectSource, NOTHING_ANSWERED } from '@steelyard/traces'
import { describe, expect, test } from 'vitest'
import { noFacts, nothingSaid } from '../source-state.ts'
import { describeSource } from './describe-source.ts'
import { answersOf } from './said-of.ts'

const SAR = `Linux 6.1.0 (vm1) \t11/22/2026 \t_x86_64_\t(2 CPU)

08:00:00        CPU     %user     %nice   %system   %iowait    %steal     %idle
08:00:01        all     10.00      0.00      5.00      0.00      5.00     80.00
`
const LOG = '10.0.0.1 - - [20/Nov/2026:16:21:15 +0000] "GET / HTTP/1.0" 200 13 5956\n'
const CSV = 'timestamp,latency\n1795191600500,250\n'

/** A source described with these answers, on a host whose two domains are known. */
function described(path: string, text: string, said: Partial<typeof nothingSaid> = {}) {
  const settings = { ...nothingSaid, ...said }
  const lines = Buffer.from(text)
  const domains = ['vm1', 'vm2'].map((name) => ({
    name,
    xenId: null,
    weight: null,
    cap: null,
    vCpus: null,
  }))
  return describeSource({
    path,
    detection: detectSource({ path, fileName: path }, lines, answersOf(settings)),
    settings,
    said: [],
    facts: noFacts,
    known: knownHost({
      recording: null,
      xl: [],
      host: { scheduler: null, pCpus: null, domains, inventory: null },
    }),
    lines,
  })
}

describe('a source is asked until it can be read', () => {
  test.each([
    ['sar.txt', SAR, 'time-zone', { timeZone: 'Europe/Berlin' }, { domain: 'vm1' }],
    [
      'vm1.log',
      LOG,
      'duration-unit',
      { durationUnit: 'us' },
      { format: '%h %l %u %t "%r" %>s %b %D' },
    ],
    ['vm1.csv', CSV, 'duration-unit', { durationUnit: 'ms' }, { responseUnit: 'ms' }],
  ])('%s', async (path, text, question, answer, spec) => {
    const before = await described(path, text)
    expect(before.state.trouble).toBeNull()
    expect(before.state.questions.map(({ id }) => id)).toEqual([question])
    expect(before.spec).toBeNull()
    const after = await described(path, text, answer)
    expect(after.state.questions).toEqual([])
    expect(after.spec).toMatchObject(spec)
  })

  test('a log whose file names no domain leads to a question, not a refusal', async () => {
    const { state } = await described('access.log', LOG, { durationUnit: 'us' })
    expect(state.trouble).toBeNull()
    expect(state.questions.map(({ id }) => id)).toEqual(['domain'])
  })

  test('the first lines show the resolution of a log’s times', async () => {
    const { preview } = await described('vm1.log', LOG.repeat(3), { durationUnit: 'us' })
    expect(preview?.resolution).toBe('second')
  })

  test('answers equal to the defaults change nothing', () => {
    expect(answersOf(nothingSaid)).toEqual(NOTHING_ANSWERED)
  })
})
