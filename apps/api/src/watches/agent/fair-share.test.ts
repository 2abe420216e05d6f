import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fairShare } from './fair-share.ts'

const MOST = 50

describe('fairShare', () => {
  it.each([
    ['alone, an agent takes all', { watches: 7, agents: 1, held: 0 }, { take: 7, letGo: 0 }],
    ['a second agent takes half', { watches: 7, agents: 2, held: 0 }, { take: 4, letGo: 0 }],
    ['the first lets go', { watches: 7, agents: 2, held: 7 }, { take: 0, letGo: 3 }],
    ['at its share it rests', { watches: 7, agents: 2, held: 4 }, { take: 0, letGo: 0 }],
    ['no watches, nothing to do', { watches: 0, agents: 3, held: 0 }, { take: 0, letGo: 0 }],
    ['a crowd comes in parts', { watches: 500, agents: 2, held: 0 }, { take: 50, letGo: 0 }],
    ['and goes in parts', { watches: 500, agents: 2, held: 500 }, { take: 0, letGo: 50 }],
  ])('%s', (_, census, balance) => {
    expect(fairShare(census, MOST)).toEqual(balance)
  })

  it('agents that come and die end with every watch held once, and with shares rounded up', () => {
    const change = fc.oneof(fc.constant('comes'), fc.nat(7))
    fc.assert(
      fc.property(fc.nat(300), fc.array(change, { maxLength: 6 }), (watches, changes) => {
        let agents: number[] = [0]
        let free = watches
        settle()
        for (const each of changes) {
          if (each === 'comes') agents.push(0)
          else if (agents.length > 1) {
            free += agents.splice(Number(each) % agents.length, 1)[0]!
          }
          settle()
        }

        function settle() {
          for (let round = 0; round < 20; round++) {
            agents = agents.map((held) => {
              const { take, letGo } = fairShare({ watches, agents: agents.length, held }, MOST)
              const taken = Math.min(take, free)
              free += letGo - taken
              return held + taken - letGo
            })
          }
          expect(free).toBe(0)
          expect(agents.reduce((sum, held) => sum + held, 0)).toBe(watches)
          expect(Math.max(...agents)).toBeLessThanOrEqual(Math.ceil(watches / agents.length))
        }
      }),
    )
  })
})
