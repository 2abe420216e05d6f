import { test } from 'vitest'
import { expectFewFalseAlarms } from './advise-pinning.fixture.ts'

test('hardly ever advises one of seven placements that make no difference', () =>
  expectFewFalseAlarms(400))
