import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { assertOnlyRootCanChange } from './root-owned-directory.ts'

let directory: string
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'steelyard-owner-'))
})
afterEach(() => fs.rmSync(directory, { recursive: true }))

const make = (name: string, mode: number): string => {
  const made = path.join(directory, name)
  fs.mkdirSync(made)
  fs.chmodSync(made, mode)
  return made
}

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('a directory that only root can change is trusted', () => {
    expect(() => assertOnlyRootCanChange(make('good', 0o755))).not.toThrow()
  })

  test.each([0o775, 0o757, 0o1777])('mode %o is not', (mode) => {
    expect(() => assertOnlyRootCanChange(make('open', mode))).toThrow('not owned by root alone')
  })

  test('a directory that another account prepared is refused', () => {
    const foreign = make('foreign', 0o755)
    fs.chownSync(foreign, 65534, 65534)
    expect(() => assertOnlyRootCanChange(foreign)).toThrow('not owned by root alone')
  })

  test('a link is refused, wherever it leads', () => {
    const link = path.join(directory, 'link')
    fs.symlinkSync(make('target', 0o755), link)
    expect(() => assertOnlyRootCanChange(link)).toThrow('not owned by root alone')
  })
})

test.runIf((process.getuid?.() ?? 0) !== 0)('what an ordinary user owns is not trusted', () => {
  expect(() => assertOnlyRootCanChange(directory)).toThrow('not owned by root alone')
})
