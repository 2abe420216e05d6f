import { test } from 'vitest'
import { compareRacesWithOptimum } from './noisy-race.fixture.ts'

test('a race with noise loses little, and its interval covers the true gain', () =>
  compareRacesWithOptimum(300))
