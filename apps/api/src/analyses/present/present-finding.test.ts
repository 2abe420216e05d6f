import type { Finding } from '@steelyard/analysis'
import { describe, expect, it } from 'vitest'
import { presentFinding } from './present-finding.ts'

const textOf = (finding: Finding) => presentFinding(finding).text
const xl = { kind: 'xl-output', path: 'xl.txt' } as const
const host = { kind: 'host', path: null } as const

it('keeps code and severity', () => {
  expect(presentFinding({ code: 'domain0-missing', severity: 'warning' })).toMatchObject({
    code: 'domain0-missing',
    severity: 'warning',
    text: expect.stringContaining('no CPU data of Domain-0'),
  })
})

describe('of domains measured by their access log alone', () => {
  const finding = {
    code: 'no-client-times',
    severity: 'info',
    byLog: ['vm2', 'vm3'],
    byClients: [],
    hasTarget: false,
  } as const satisfies Finding

  it('states the direction of the log’s error, and its consequence', () => {
    expect(textOf({ ...finding, byLog: ['vm2', 'vm3'], byClients: [] })).toMatch(
      /: vm2 and vm3\. .* misses the wait .* users wait longer/,
    )
    expect(textOf({ ...finding, byLog: ['vm2'], byClients: ['vm1'] })).toMatch(
      /: vm2\. .* Compared with vm1, .* looks better than it is/,
    )
    expect(textOf({ ...finding, byLog: ['vm2'], byClients: [], hasTarget: true })).toContain(
      'may count as met',
    )
  })
})

it.each([
  [1.1, null, '1.1 times'],
  [2.5, 'other-waits', 'also wait for something else, such as a disk'],
  [0.4, 'missed-waits', 'miss waits'],
] as const)('explains a conservation law at %d: %s', (ratio, suspects, text) => {
  expect(
    textOf({ code: 'conservation-law', severity: 'info', ratio, windows: 10, suspects }),
  ).toContain(text)
})

it('states where the weights of a host were taken from', () => {
  const facts = (domains: string[], origin: typeof xl | typeof host) =>
    textOf({ code: 'host-facts', severity: 'info', domains, origin })
  expect(facts(['Domain-0', 'vm1'], xl)).toBe(
    'No recording states the weight of Domain-0 and vm1: it is taken from xl.txt.',
  )
  expect(facts(['vm2'], host)).toBe(
    'No recording states the weight of vm2: it is taken from the host as it is now.',
  )
})

it('names the sources of a note once, and counts rejected lines', () => {
  const severity = 'info'
  expect(textOf({ code: 'source-note', severity, text: 'same', paths: ['a.log', 'b.log'] })).toBe(
    'a.log and 1 more: same',
  )
  expect(textOf({ code: 'rejected-lines', severity, path: 'b.log', rejected: 5, lines: 100 })).toBe(
    'b.log: 5 of 100 lines were rejected.',
  )
})
