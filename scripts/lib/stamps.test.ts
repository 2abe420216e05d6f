import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { digestInputs, runIfStale } from './stamps.ts'

let directory: string
let runs: number

beforeEach(() => {
  runs = 0
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-stamps-'))
  fs.mkdirSync(path.join(directory, 'input/deep'), { recursive: true })
  write('input/deep/a.ts', 'one')
})
afterEach(() => fs.rmSync(directory, { recursive: true }))

const write = (name: string, content: string) => {
  fs.mkdirSync(path.dirname(path.join(directory, name)), { recursive: true })
  fs.writeFileSync(path.join(directory, name), content)
}
const input = () => path.join(directory, 'input')
const step = () =>
  runIfStale(path.join(directory, '.stamp'), [input()], async () => {
    runs += 1
  })

test('a step runs once, and again after an input changed', async () => {
  expect([await step(), await step()]).toEqual([true, false])
  write('input/deep/a.ts', 'two')
  expect([await step(), await step()]).toEqual([true, false])
  expect(runs).toBe(2)
})

test('adding, renaming or removing an input makes the stamp stale', async () => {
  await step()
  write('input/b.ts', '')
  expect(await step()).toBe(true)
  fs.renameSync(path.join(directory, 'input/b.ts'), path.join(directory, 'input/c.ts'))
  expect(await step()).toBe(true)
  fs.rmSync(path.join(directory, 'input/c.ts'))
  expect(await step()).toBe(true)
})

test('tests, build output and dependencies do not count as inputs', () => {
  const before = digestInputs([input()])
  for (const name of ['a.test.ts', '.next/x.js', 'node_modules/p/x.js', 'generated/x.ts']) {
    write(`input/${name}`, 'x')
  }
  expect(digestInputs([input()])).toBe(before)
})

test('the same sources elsewhere have the same digest', () => {
  fs.cpSync(input(), path.join(directory, 'copy'), { recursive: true })
  expect(digestInputs([path.join(directory, 'copy')])).toBe(digestInputs([input()]))
})

test('a step that failed runs again, even with the inputs of an earlier success', async () => {
  await step()
  const stamp = path.join(directory, '.stamp')
  write('input/deep/a.ts', 'two')
  const failing = async () => {
    throw new Error('no')
  }
  await expect(runIfStale(stamp, [input()], failing)).rejects.toThrow('no')
  write('input/deep/a.ts', 'one')
  expect(await step()).toBe(true)
})
