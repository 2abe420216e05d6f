import { describe, expect, it } from 'vitest'
import { AttemptLimiter } from './attempt-limiter.ts'

describe('AttemptLimiter', () => {
  it('refuses after the last allowed failure, for that account alone, until the window ends', () => {
    const limiter = new AttemptLimiter(3, 1000)
    for (let i = 0; i < 3; i++) limiter.begin('a', i)
    expect(() => limiter.begin('a', 10)).toThrow(/Too many wrong passwords/)
    expect(() => limiter.begin('b', 10)).not.toThrow()
    expect(() => limiter.begin('a', 1000)).not.toThrow()
  })

  it('counts attempts whose passwords are still being checked', async () => {
    const limiter = new AttemptLimiter(3, 1000)
    const attempt = async () => {
      limiter.begin('a', 0)
      await Promise.resolve()
    }
    const settled = await Promise.allSettled(Array.from({ length: 10 }, attempt))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('forgets failures after a success', () => {
    const limiter = new AttemptLimiter(1, 1000)
    limiter.begin('a', 0)
    limiter.succeed('a')
    expect(() => limiter.begin('a', 1)).not.toThrow()
  })

  it('keeps its memory bounded', () => {
    const limiter = new AttemptLimiter(1, 1000)
    limiter.begin('first', 0)
    for (let i = 0; i < 10_000; i++) limiter.begin(`account ${i}`, 0)
    expect(() => limiter.begin('account 9999', 1)).toThrow()
    expect(() => limiter.begin('first', 1)).not.toThrow()
  })
})
