import { describe, expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './password.ts'

describe('a password hash', () => {
  it('is argon2id with the documented cost and its own salt', async () => {
    const [a, b] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
    expect(a).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(a).not.toBe(b)
  })

  it('matches its own password only', async () => {
    const hash = await hashPassword('pässword 1234')
    expect(await verifyPassword(hash, 'pässword 1234')).toBe(true)
    expect(await verifyPassword(hash, 'passwort 1234')).toBe(false)
  })

  it('admits nobody where there is no account', async () => {
    expect(await verifyPassword(undefined, 'no account has this password')).toBe(false)
  })
})
