import { knownHost } from '@steelyard/analysis'
import { detectSource, type ReadableDetection } from '@steelyard/traces'
import { describe, expect, test } from 'vitest'
import { noFacts, nothingSaid } from '../source-state.ts'
import { settleSource } from './settle-source.ts'

const HEADER =
  '      NAME  STATE   CPU(sec) CPU(%)     MEM(k) MEM(%)  MAXMEM(k) MAXMEM(%) VCPUS NETS NETTX(k) NETRX(k)'
const ROW =
  '       vm1 --b---         10   20.0     655360   31.3     655360      31.3     1    0        0        0'

function settled(heads: string[], intervalSeconds: number | null = null) {
  const text = heads.flatMap((head) => [head, HEADER, ROW]).join('\n')
  const member = { path: 'xentop.txt', fileName: 'xentop.txt' }
  const detection = detectSource(member, Buffer.from(`${text}\n`)) as ReadableDetection
  const settings = { ...nothingSaid, intervalSeconds }
  const known = knownHost({ recording: null, xl: [], host: null })
  return settleSource(detection, { settings, facts: noFacts, domains: [] }, known)
}

describe('the interval of xentop', () => {
  const clocks = ['00:00:58', '00:01:03', '00:01:08'].map((clock) => `xentop - ${clock}   Xen 4.17`)

  test('comes from its own clocks, and is then not asked for', () => {
    const { provisional, questions } = settled(clocks)
    expect(provisional).toMatchObject({ stamps: 'time-of-day' })
    expect(questions.map(({ id }) => id)).not.toContain('interval')
  })

  test('is what the operator enters, whatever the clocks say', () => {
    const { provisional } = settled(clocks, 2)
    expect(provisional).toMatchObject({ intervalSeconds: 2 })
    expect(provisional).not.toHaveProperty('stamps')
  })

  test('is asked for where there are no clocks', () => {
    expect(settled(['', '']).questions.map(({ id }) => id)).toContain('interval')
  })
})
