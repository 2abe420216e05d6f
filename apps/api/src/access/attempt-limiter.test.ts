import { describe, expect, it } from 'vitest'
import { AttemptLimiter } from './attempt-limiter.ts'

describe('AttemptLimiter', () => {
  it('refuses after the last allowed failure, for that account alone, until the window ends', () => {
    const limiter = new AttemptLimiter(3, 1000)
    for (let i = 0; i < 3; i++) {
      limiter.check('a', i)
      limiter.fail('a', i)
    }
    expect(() => limiter.check('a', 10)).toThrow(/Too many wrong passwords/)
    expect(() => limiter.check('b', 10)).not.toThrow()
    expect(() => limiter.check('a', 1000)).not.toThrow()
  })

  it('forgets failures after a success', () => {
    const limiter = new AttemptLimiter(1, 1000)
    limiter.fail('a', 0)
    limiter.succeed('a')
    expect(() => limiter.check('a', 1)).not.toThrow()
  })

  it('does not grow without bound', () => {
    const limiter = new AttemptLimiter(1, 1000)
    limiter.fail('first', 0)
    for (let i = 0; i < 10_000; i++) limiter.fail(`account ${i}`, 0)
    expect(() => limiter.check('first', 1)).not.toThrow()
    expect(() => limiter.check('account 9999', 1)).toThrow()
  })
})
