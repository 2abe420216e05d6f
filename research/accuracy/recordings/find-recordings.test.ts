import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AccuracyError } from '../accuracy-error.ts'
import { findRecordings } from './find-recordings.ts'
import { readRun } from './read-run.ts'

const SAMPLES = path.resolve(import.meta.dirname, '../../../samples')
const EQUAL = path.join(SAMPLES, 'paper-table3-equal')

let directory: string
const inside = (...names: string[]) => path.join(directory, ...names)
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'accuracy-'))
})
afterAll(() => rm(directory, { recursive: true }))

test('a directory may be a recording or hold some', async () => {
  const { directories, passedOver } = await findRecordings([EQUAL, SAMPLES])
  expect(directories).toEqual([EQUAL, path.join(SAMPLES, 'paper-table3-reweighted')])
  expect(passedOver).toEqual([expect.stringContaining('the same as')])
})

test('a directory that is not a recording is skipped with what was expected', async () => {
  await writeFile(inside('README.md'), 'text')
  await mkdir(inside('empty'))
  const { directories, passedOver } = await findRecordings([
    inside('README.md'),
    EQUAL,
    inside('empty'),
  ])
  expect(directories).toEqual([EQUAL])
  expect(passedOver).toHaveLength(2)
  for (const each of passedOver)
    expect(each).toMatch(/passed over: not a recording.*recording\.json/)
})

test('no recordings at all is an error', async () => {
  await expect(findRecordings([])).rejects.toThrow(/Name a recording/)
  await expect(findRecordings([inside('nowhere')])).rejects.toThrow(/does not exist/)
  await expect(findRecordings([inside('empty')])).rejects.toThrow(AccuracyError)
})

async function copyOf(name: string): Promise<string> {
  const copy = inside(name)
  await cp(EQUAL, copy, { recursive: true })
  return copy
}

test('a damaged recording.json is refused by name and property', async () => {
  const copy = await copyOf('damaged')
  await writeFile(path.join(copy, 'recording.json'), '{"domains": 3}')
  await expect(readRun(copy)).rejects.toThrow(/^damaged, recording\.json: .*domains must be a list/)
  await writeFile(path.join(copy, 'recording.json'), 'nothing')
  await expect(readRun(copy)).rejects.toThrow(AccuracyError)
})

test('a recording whose clients or logs are gone has nothing to score', async () => {
  const copy = await copyOf('gone')
  await rm(path.join(copy, 'client'), { recursive: true })
  await expect(readRun(copy)).rejects.toThrow(/gone: .* without times of clients/)
  await rm(path.join(copy, 'access-epoch'), { recursive: true })
  await rm(path.join(copy, 'access'), { recursive: true })
  await expect(readRun(copy)).rejects.toThrow(/without access logs/)
})

test('a domain without a log is not estimated, whatever its clients measured', async () => {
  const copy = await copyOf('unlogged')
  await rm(path.join(copy, 'access-epoch/vm2.log.gz'))
  await rm(path.join(copy, 'access/vm2.log.gz'))
  const run = await readRun(copy)
  expect(run.notes).toContain('no access log of vm2')
  expect([...run.phases[0]!.truth.keys()]).toEqual(['vm1', 'vm3'])
})

test('other missing files are reported, and the rest is scored', async () => {
  const copy = await copyOf('partial')
  await rm(path.join(copy, 'client/vm2.csv.gz'))
  await rm(path.join(copy, 'access-epoch'), { recursive: true })
  await rm(path.join(copy, 'xenmon'), { recursive: true })
  const run = await readRun(copy)
  expect(run.notes).toContain('no client times of vm2')
  expect([...run.phases[0]!.truth.keys()]).toEqual(['vm1', 'vm3'])
  // Without xenmon the trace is xentop's, whose start is found from the pattern of the load.
  expect(run.notes.join()).toContain('xentop')
  expect(run.arrivals.map(({ resolution }) => resolution)).toEqual(Array(3).fill('second'))
})
