import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type RequestSink, readRequests, type SourceSpec } from './index.ts'

function collector() {
  const seen: unknown[] = []
  const sink: RequestSink = {
    openRequests(domain, side, resolution) {
      seen.push([domain, side, resolution])
      return {
        add: (...request) => seen.push(request),
        close: () => seen.push('end'),
      }
    },
  }
  return { seen, sink }
}

test('an access log gives its requests one by one, in the order of the file', async () => {
  const { seen, sink } = collector()
  const spec: SourceSpec = {
    kind: 'access-log',
    syntax: 'apache',
    format: '%{%s}t.%{usec_frac}t %D %>s %U',
    domainBy: { by: 'fixed', domain: 'vm1' },
  }
  const log = '1795191675.250000 6110 200 /a\n1795191675.125000 5956 503 /b\n'
  const report = await readRequests(Readable.from([Buffer.from(log)]), spec, sink)
  expect(report).toMatchObject({ accepted: 2, rejected: 0 })
  expect(seen).toEqual([
    ['vm1', 'requests', 'microsecond'],
    [1795191675.25, 0.00611, false, -1],
    [1795191675.125, 0.005956, true, -1],
    'end',
  ])
})

test('client times count from the start of a run', async () => {
  const { seen, sink } = collector()
  const spec: SourceSpec = {
    kind: 'client-times',
    domain: 'vm1',
    startColumn: 'sched_s',
    responseColumn: 'resp_s',
    responseUnit: 's',
    errorColumn: 'error',
  }
  const csv = 'sched_s,resp_s,error\n0.5,0.02,\n0.75,,timeout\n'
  const options = { relativeTime: true }
  await readRequests(Readable.from([Buffer.from(csv)]), spec, sink, options)
  expect(seen).toEqual([
    ['vm1', 'clientRequests', 'microsecond'],
    [0.5, 0.02, false, -1],
    [0.75, Number.NaN, true, -1],
    'end',
  ])
})
