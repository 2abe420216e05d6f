import { expect, test } from 'vitest'
import { judgeAlarms } from './judge.ts'

const episodes = [
  { beginSeconds: 100, endSeconds: 200 },
  { beginSeconds: 500, endSeconds: 600 },
]
const range = { untilSeconds: 1000, settleSeconds: 20 }
const nothing = { delaysSeconds: [], missed: 2, falseAlarms: 0, reopened: 0, needlessSeconds: 0 }

test.each([
  ['no alarm', [], nothing],
  ['an alarm in an episode', [[110, 190]], { ...nothing, delaysSeconds: [10], missed: 1 }],
  [
    'one that lasts too long',
    [[110, 230]],
    { ...nothing, delaysSeconds: [10], missed: 1, needlessSeconds: 10 },
  ],
  [
    'one that began before',
    [[90, 150]],
    { ...nothing, delaysSeconds: [0], missed: 1, needlessSeconds: 10 },
  ],
  [
    'one taken back too early',
    [
      [110, 120],
      [130, 150],
      [160, 170],
    ],
    { ...nothing, delaysSeconds: [10], missed: 1, reopened: 2 },
  ],
  ['one while the backlog is served', [[205, 215]], nothing],
  ['one between the episodes', [[300, 350]], { ...nothing, falseAlarms: 1, needlessSeconds: 50 }],
  [
    'one that never ends',
    [[50, null]],
    { ...nothing, delaysSeconds: [0, 0], missed: 0, needlessSeconds: 50 + 280 + 380 },
  ],
] as const)('%s', (_, alarms, expected) => {
  const given = alarms.map(([fromSeconds, toSeconds]) => ({ fromSeconds, toSeconds }))
  expect(judgeAlarms(given, episodes, range)).toEqual(expected)
})
