import { expect, it } from 'vitest'
import { keepUnits } from './keep-units.ts'

it('joins numbers with their units and leaves all other spaces', () => {
  expect(keepUnits('off by 10 % over 3 min 30 s of 7 phases')).toBe(
    'off by 10\u00a0% over 3\u00a0min 30\u00a0s of 7 phases',
  )
})
