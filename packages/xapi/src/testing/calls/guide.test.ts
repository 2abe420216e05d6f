import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CALLS } from './call-table.ts'

const guide = readFileSync(
  new URL('../../../../../docs/guides/connect-a-pool.md', import.meta.url),
  'utf8',
)

test.each(['read-only', 'vm-admin', 'vm-power-admin'])(
  'the guide names the calls of %s',
  (role) => {
    const row = guide.split('\n').find((line) => line.startsWith(`| \`${role}\``))!
    const calls = [...row.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name!)
    expect(calls.length).toBeGreaterThan(0)
    expect(calls.map((name) => [name, CALLS.get(name)?.role])).toEqual(
      calls.map((name) => [name, role]),
    )
  },
)
