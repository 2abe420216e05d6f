import { gunzipSync, gzipSync } from 'node:zlib'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleFiles, startUploadClient, type UploadClient } from '../testing/upload-client.ts'

let client: UploadClient
let upload: contract.Upload
const PART = { domain: 'vm1', fromSeconds: 5, seconds: 10 }

beforeAll(async () => {
  client = await startUploadClient()
  upload = await client.upload(sampleFiles('traced-equal', () => true))
})
afterAll(() => client.close())

const list = (query: Record<string, unknown> = PART, id = upload.id) =>
  client.call(contract.listTracedRequests, { params: { id }, query })
const life = (number: number, query: Record<string, unknown> = PART) =>
  client.call(contract.getRequestLife, { params: { id: upload.id, number }, query })
const compare = (selection: Record<string, number>) =>
  client.call(contract.compareRequests, {
    params: { id: upload.id },
    query: {
      ...PART,
      ...{ selectedFromSeconds: 0, selectedToSeconds: 100, selectedFromMs: 0, selectedToMs: 1e6 },
      ...selection,
    },
  })
const sumOf = (parts: readonly contract.RequestPart[]) => parts.reduce((sum, { ms }) => sum + ms, 0)

describe('listTracedRequests', () => {
  it('200: the requests of a real guest, placed in the trace by its own CPU time', async () => {
    const traced = contract.TracedRequests.parse((await list()).body)
    expect(traced.domains).toEqual(['vm1', 'vm2', 'vm3'])
    expect(traced.requests.ms.length).toBeGreaterThan(350)
    expect(traced.requests.startSeconds).toEqual(
      traced.requests.startSeconds.toSorted((a, b) => a - b),
    )
    // No other work is done in these guests, so nearly all their CPU time must be in requests.
    expect(traced.workInRequests).toBeGreaterThan(0.94)
    const meanMs = traced.requests.ms.reduce((sum, ms) => sum + ms, 0) / traced.requests.ms.length
    expect(sumOf(traced.meanParts)).toBeCloseTo(meanMs, 3)
    // A request costs its guest 6.4 ms of CPU time, by how the recording was made.
    const runs = traced.meanParts.find(({ kind }) => kind === 'runs')!
    expect(runs.ms).toBeGreaterThan(5.9)
    expect(runs.ms).toBeLessThan(6.6)
  })

  it('200: the same shift of the clock in parts that have nothing in common', async () => {
    const shifts = await Promise.all(
      [4, 10, 16].map(async (fromSeconds) => {
        const { body } = await list({ domain: 'vm2', fromSeconds, seconds: 3 })
        return contract.TracedRequests.parse(body).clockShiftMs
      }),
    )
    expect(Math.max(...shifts) - Math.min(...shifts)).toBeLessThan(0.5)
  })

  it('422 says what is missing', async () => {
    expect((await list({ ...PART, domain: 'vm9' })).body).toMatchObject({
      code: 'domain-not-traced',
      detail: expect.stringContaining('vm1, vm2 and vm3'),
    })
    const late = await list({ fromSeconds: 5000 })
    expect(late.body.code).toBe('nothing-in-part')
    expect(late.body.detail).toMatch(/The trace is 2\d\.\d s long/)
    const without = async (pattern: RegExp) => {
      const files = sampleFiles('traced-equal', (path) => !pattern.test(path))
      return (await list(PART, (await client.upload(files)).id)).body.code
    }
    expect(await without(/access/)).toBe('no-access-log')
    expect(await without(/xentrace/)).toBe('no-schedule')
  })

  it('422: a log of more requests at once than a server serves is told from the other logs', async () => {
    const path = 'access-epoch/vm1.log.gz'
    const [its] = sampleFiles('traced-equal', (each) => each === path)
    // Each line again and again, with a duration of a minute.
    const lines = gunzipSync(its!.content).toString().trim().split('\n').slice(0, 100)
    const long = lines.map((line) => `${line.replace(/ \d+ /, ' 60000000 ')}\n`).join('')
    const crowd = { name: path, content: gzipSync(long.repeat(50)) }
    const others = sampleFiles('traced-equal', (each) => each !== path)
    const { id } = await client.upload([...others, crowd])
    const part = { fromSeconds: 5, seconds: 2 }
    expect((await list({ ...part, domain: 'vm1' }, id)).body).toMatchObject({
      code: 'too-many-in-flight',
      detail: expect.stringContaining('more than 4,096 requests were in flight at once'),
    })
    const { domains, notes } = contract.TracedRequests.parse((await list(part, id)).body)
    expect(domains).toEqual(['vm2', 'vm3'])
    expect(notes).toEqual([expect.stringContaining('vm1')])
  })

  it('422: a log of whole seconds says nothing of single requests', async () => {
    const coarse = {
      name: 'access/vm1.log',
      content: '10.0.0.1 - - [20/Nov/2026:15:38:24 +0000] "GET /vm1 HTTP/1.1" 200 13 64000\n',
    }
    const traced = sampleFiles('traced-equal', (path) => !/access/.test(path))
    const { id } = await client.upload([...traced, coarse])
    const { body } = await list({ fromSeconds: 5, seconds: 2 }, id)
    expect(body).toMatchObject({
      code: 'stamps-too-coarse',
      detail: expect.stringContaining('usec_frac'),
    })
  })
})

describe('getRequestLife', () => {
  it('200: spans without gaps, and parts that sum to the logged time', async () => {
    const { requests } = contract.TracedRequests.parse((await list()).body)
    const slowest = requests.ms.indexOf(Math.max(...requests.ms))
    const its = contract.RequestLife.parse((await life(slowest)).body)
    expect(its.ms).toBeCloseTo(requests.ms[slowest]!, 2)
    expect(sumOf(its.parts)).toBeCloseTo(its.ms, 6)
    expect(its.spans[0]!.fromMs).toBeCloseTo(0, 9)
    expect(its.spans.at(-1)!.toMs).toBeCloseTo(its.ms, 6)
    for (const { pCpus, inFlight } of its.spans) {
      expect(pCpus).toHaveLength(1)
      expect(inFlight).toBeGreaterThan(0)
    }
    expect(its.parts.map(({ domain }) => domain)).toEqual(expect.arrayContaining(['vm2', 'vm3']))
  })

  it('404 beyond the last one', async () => {
    expect((await life(100_000)).status).toBe(404)
  })
})

describe('compareRequests', () => {
  it('200: what the slow ones have in common; a selection includes its edges', async () => {
    const { requests } = contract.TracedRequests.parse((await list()).body)
    const edge = requests.ms.toSorted((a, b) => b - a)[19]!
    const { body } = await compare({ selectedFromMs: edge })
    const compared = contract.RequestComparison.parse(body)
    expect(compared.selected.requests).toBe(20)
    expect(compared.others.requests).toBe(requests.ms.length - 20)
    const total = compared.parts.reduce((sum, { differenceMs }) => sum + differenceMs, 0)
    expect(total).toBeCloseTo(compared.selected.meanMs - compared.others.meanMs, 6)
    const over = compared.parts.filter((part) => part.isOverRepresented).map(({ kind }) => kind)
    expect(over).toContain('waits')
  })

  it('422 when there is nothing to compare', async () => {
    expect((await compare({})).body.code).toBe('too-few-selected')
    expect((await compare({ selectedFromMs: 1e6 })).body.code).toBe('too-few-selected')
  })
})
