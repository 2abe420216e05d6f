import { expect, it } from 'vitest'
import { reservationLines } from './reservation-lines.ts'

it('writes what xl accepts, and no command for a name that could be misread', () => {
  const reservations = ['rt-1', '12', 'a b'].map((domain) => ({
    domain,
    periodUs: 10_000,
    budgetUs: 7_200,
    anyPhase: true,
  }))
  expect(reservationLines({ reservations }).split('\n')).toEqual([
    'xl sched-rtds -d rt-1 -v all -p 10000 -b 7200 -e 0',
    '# 12: -p 10000 -b 7200 -e 0 (a shell or xl could misread its name)',
    '# a b: -p 10000 -b 7200 -e 0 (a shell or xl could misread its name)',
  ])
})
