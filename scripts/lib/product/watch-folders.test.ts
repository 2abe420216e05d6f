import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchFolders } from './watch-folders.ts'

let top: string
let seen: (string | null)[]
let end: () => void

beforeEach(() => {
  top = mkdtempSync(path.join(tmpdir(), 'steelyard-watch-'))
  mkdirSync(path.join(top, 'hosts'))
  writeFileSync(path.join(top, 'hosts/name.ts'), '')
  seen = []
})
afterEach(() => {
  end()
  rmSync(top, { recursive: true })
})

const start = (recursive: boolean) => {
  end = watchFolders(top, recursive, (file) => seen.push(file))
}
async function expectSeen(file: string | null, change: () => void): Promise<void> {
  seen = []
  change()
  await expect.poll(() => seen).toContain(file)
}

test('a file is followed however often an editor writes or replaces it', async () => {
  start(true)
  const file = path.join(top, 'hosts/name.ts')
  for (let time = 0; time < 3; time += 1) {
    await expectSeen('name.ts', () => writeFileSync(file, `${time}`))
    await expectSeen('name.ts', () => {
      writeFileSync(`${file}.new`, `new ${time}`)
      renameSync(`${file}.new`, file)
    })
  }
})

test('a folder that appears is watched, also where one was removed before', async () => {
  start(true)
  for (let time = 0; time < 2; time += 1) {
    await expectSeen(null, () => mkdirSync(path.join(top, 'plans/steps'), { recursive: true }))
    await expectSeen('step.ts', () => writeFileSync(path.join(top, 'plans/steps/step.ts'), ''))
    await expectSeen('plans', () => rmSync(path.join(top, 'plans'), { recursive: true }))
  }
})

test('without the folders below, only files of the folder itself count', async () => {
  start(false)
  writeFileSync(path.join(top, 'hosts/name.ts'), 'changed')
  await expectSeen('server.ts', () => writeFileSync(path.join(top, 'server.ts'), ''))
  expect(seen).not.toContain('name.ts')
})
