import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareDataDirectory } from './data-directory.ts'

let parent: string
let dataDir: string
const said = vi.spyOn(console, 'error').mockImplementation(() => {})
beforeEach(() => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-data-'))
  dataDir = path.join(parent, 'data')
  said.mockClear()
})
afterEach(() => fs.rmSync(parent, { recursive: true }))
afterAll(() => vi.restoreAllMocks())

const modeOf = (file: string) => fs.statSync(file).mode & 0o777
function makeOpen(mode: number, ...entries: string[]): void {
  for (const entry of ['', ...entries]) fs.mkdirSync(path.join(dataDir, entry))
  fs.chmodSync(dataDir, mode)
}

test('a new directory is closed to other accounts without a message', () => {
  prepareDataDirectory(dataDir)
  expect(modeOf(dataDir) & 0o066).toBe(0)
  expect(modeOf(path.join(dataDir, 'uploads'))).toBe(0o700)
  expect(said).not.toHaveBeenCalled()
})

test.each([
  ['an empty one', []],
  ['one of ours', ['secrets', 'pg']],
])('%s that is open is closed, which is said', (_, entries) => {
  makeOpen(0o775, ...entries)
  prepareDataDirectory(dataDir)
  expect(modeOf(dataDir)).toBe(0o711)
  expect(said.mock.lastCall?.[0]).toContain(`${dataDir} was open to other accounts (mode 775)`)
})

test('a directory with files of another account is refused and left unchanged', () => {
  makeOpen(0o755, 'photos')
  expect(() => prepareDataDirectory(dataDir)).toThrow(
    'open to other accounts (mode 755) and was left so: it is not ours alone. Run chmod 700',
  )
  expect(modeOf(dataDir)).toBe(0o755)
  expect(fs.readdirSync(dataDir)).toEqual(['photos'])
})

test('a directory that other accounts may only traverse is left unchanged', () => {
  makeOpen(0o711, 'photos')
  prepareDataDirectory(dataDir)
  expect(modeOf(dataDir)).toBe(0o711)
})
