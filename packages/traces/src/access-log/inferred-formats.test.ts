import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAsUploaded, requestsOf } from '../wild/read-upload.fixture.ts'
import {
  FORMATS,
  HEADERS,
  iso,
  MEAN_MS,
  REQUESTS,
  type Request,
  START_MS,
} from './request-forms.fixture.ts'

function textOf(name: string, requests: readonly Request[] = REQUESTS): Buffer {
  const lines = requests.map((each) => `${FORMATS[name]!(each)}\n`)
  return Buffer.from(`${HEADERS[name] ?? ''}${lines.join('')}`)
}

describe('a log in a format that nobody has named', () => {
  test.each(Object.keys(FORMATS))('%s', async (name) => {
    const { questions, report, set } = await readAsUploaded('web1.log', textOf(name))
    expect(questions).toEqual([])
    expect(report.rejected).toBe(0)
    const found = requestsOf(set, 'web1')
    expect(found).toMatchObject({ requests: REQUESTS.length, timed: REQUESTS.length })
    expect(found.meanMs).toBeCloseTo(MEAN_MS, 6)
    const errors = set.observations.reduce((sum, { requests }) => sum + (requests?.errors ?? 0), 0)
    expect(errors).toBe(0)
    // Stamps of whole seconds, of the start or of the end, are off by no more than that.
    expect(Math.abs(report.firstAtEpochSeconds! - START_MS / 1000)).toBeLessThan(1.1)
    expect(Math.abs(report.lastAtEpochSeconds! - REQUESTS.at(-1)!.startMs / 1000)).toBeLessThan(1.1)
  })

  test('may change into any other in the middle', async () => {
    const names = Object.keys(FORMATS).filter((name) => name !== 'CloudFront')
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.constantFrom(...names),
        fc.integer({ min: 5, max: 55 }),
        async (one, other, at) => {
          const text = Buffer.concat([
            textOf(one, REQUESTS.slice(0, at)),
            textOf(other, REQUESTS.slice(at)),
          ])
          const { report, set } = await readAsUploaded('web1.log', text)
          expect(report.rejected).toBe(0)
          const found = requestsOf(set, 'web1')
          expect(found).toMatchObject({ requests: 60, timed: 60 })
          expect(found.meanMs).toBeCloseTo(MEAN_MS, 6)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('asks for the unit of a number that has none, and for nothing else', async () => {
    const lines = REQUESTS.map((each) =>
      JSON.stringify({ time: iso(each.startMs), status: each.status, latency: each.durationMs }),
    )
    const text = Buffer.from(`${lines.join('\n')}\n`)
    const open = await readAsUploaded('web1.log', text)
    expect(open.questions.map(({ id, text: words }) => [id, words])).toEqual([
      ['duration-unit', 'In which unit is latency?'],
    ])
    const { questions, set } = await readAsUploaded('web1.log', text, { durationUnit: 'ms' })
    expect(questions).toEqual([])
    expect(requestsOf(set, 'web1').meanMs).toBeCloseTo(MEAN_MS, 6)
  })
})
