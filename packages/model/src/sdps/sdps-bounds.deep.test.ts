import { test } from 'vitest'
import { compareBoundsWithValues } from './sdps-bounds.fixture.ts'

test('no weights in the box give a sum of times below its bound', () => {
  compareBoundsWithValues(50_000)
})
