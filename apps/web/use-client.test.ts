import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

/** Only a build of the dashboard would say otherwise, and that comes late. */
it('every file for the browser says so in its first line', () => {
  const files = globSync('{app,components,lib}/**/*.{ts,tsx}', { cwd: import.meta.dirname })
  const late = files.filter((file) => {
    const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n')
    return lines.findIndex((line) => /^;?\(?'use client'\)?;?$/.test(line)) > 0
  })
  expect(files.length).toBeGreaterThan(100)
  expect(late).toEqual([])
})
