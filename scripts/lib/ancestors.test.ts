import { expect, test } from 'vitest'
import { chainUpToNpm, type ProcessEntry } from './ancestors.ts'

const machine = (...commands: string[]) => {
  const entries = commands.map((command, i) => ({ pid: i + 1, parent: i, command }))
  return (pid: number): ProcessEntry | undefined => entries.find((entry) => entry.pid === pid)
}

test('the chain ends below npm', () => {
  const read = machine('init', 'bash', 'npm start', 'sh -c tsx scripts/start.ts', 'tsx', 'node')
  expect(chainUpToNpm(6, read).map((entry) => entry.pid)).toEqual([6, 5, 4])
})

test('npm is also recognised by its script', () => {
  const read = machine('init', '/usr/bin/node /usr/lib/npm/bin/npm-cli.js start', 'node')
  expect(chainUpToNpm(3, read).map((entry) => entry.pid)).toEqual([3])
})

test('without npm nothing is watched, so the product outlives its terminal', () => {
  expect(chainUpToNpm(4, machine('init', 'bash', 'tsx', 'node'))).toEqual([])
})
