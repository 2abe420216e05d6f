import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inRoot } from './paths.ts'

// What docs/reference/security.md claims of files and counts, and of code that must not exist.

const text = readFileSync(inRoot('docs/reference/security.md'), 'utf8')
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| .+ \| \*\*(Met|Not applicable|Not met)/gm)]

/** Level 1 and 2 of version 5.0.0, by chapter. */
const REQUIREMENTS = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7]

test('every requirement has one row, and the table of chapters counts them', () => {
  expect(new Set(rows.map(([, id]) => id)).size).toBe(rows.length)
  REQUIREMENTS.forEach((count, at) => {
    const own = rows.filter(([, id]) => id!.startsWith(`${at + 1}.`))
    const states = ['Met', 'Not applicable', 'Not met'].map(
      (state) => own.filter(([, , its]) => its === state).length,
    )
    expect([at + 1, own.length]).toEqual([at + 1, count])
    expect(text).toMatch(new RegExp(`^\\| V${at + 1} [^|]+\\| ${states.join(' \\| ')} \\|$`, 'm'))
  })
})

test('every test and file that it names exists', () => {
  const named = [...text.matchAll(/`([\w./-]+\.(?:tsx?|json))`/g)].map(([, file]) => file!)
  expect(named.length).toBeGreaterThan(150)
  const exists = (file: string) =>
    existsSync(inRoot(file)) || existsSync(inRoot('apps/api/src', file)) || file.startsWith('/api/')
  expect(named.filter((file) => !exists(file))).toEqual([])
})

test.each([
  ['binds every value of a query', /\$(query|execute)RawUnsafe|Prisma\.raw\(/],
  ['runs no code made from data', /\beval\(|new Function\(/],
  ['renders no HTML from data', /dangerouslySetInnerHTML|\.innerHTML\b/],
  ['starts no other program', /from 'node:child_process'/],
])('the product %s', (_, forbidden) => {
  const sources = ['apps/api/src', 'apps/web', 'packages'].flatMap(productSources)
  expect(sources.length).toBeGreaterThan(500)
  expect(sources.filter((file) => forbidden.test(readFileSync(file, 'utf8')))).toEqual([])
})

const ASIDE = /^(node_modules|generated|testing|\.next)$|\.test\.tsx?$/

function productSources(folder: string): string[] {
  const entries = readdirSync(inRoot(folder), { withFileTypes: true })
  return entries
    .filter(({ name }) => !ASIDE.test(name))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name)
      if (entry.isDirectory()) return productSources(file)
      return /\.tsx?$/.test(entry.name) ? [inRoot(file)] : []
    })
}
