import { configDefaults, defineConfig } from 'vitest/config'
import { partOf } from './scripts/lib/mutation/parts.ts'

// The tests of one part of `npm run mutate`, which names the part in the environment.
const wanted = process.env.STEELYARD_MUTATED_PART ?? ''
const part = partOf(wanted)
if (!part) throw new Error(`STEELYARD_MUTATED_PART names no mutated part: "${wanted}"`)

export default defineConfig({
  test: {
    include: part.tests,
    exclude: [...configDefaults.exclude, ...(part.leftOut ?? [])],
    setupFiles: ['scripts/lib/mutation/quick-properties.ts'],
    globalSetup: part.database ? ['scripts/lib/testing/test-database.ts'] : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
