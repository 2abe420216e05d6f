import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { hashPassword } from './password.ts'
import { anonymous, type Principal, systemPrincipal } from './permissions.ts'
import { requireFreshPassword } from './require-fresh-password.ts'

const PASSWORD = 'correct horse battery staple'
let deps: TestDeps
beforeAll(async () => {
  deps = await startTestDeps()
})
afterAll(() => deps.close())

async function principal(kind: 'user' | 'token'): Promise<Principal> {
  const email = `${crypto.randomUUID()}@example.org`
  const passwordHash = await hashPassword(PASSWORD)
  const data = { email, name: 'Ada', passwordHash }
  const { id } = await deps.db.user.create({ data })
  const own = kind === 'user' ? id : crypto.randomUUID()
  return { ...anonymous, kind, id: own, userId: id, name: 'Ada' }
}

const ask = (who: Principal, password: string) => requireFreshPassword(deps.db, who, password)

describe('requireFreshPassword', () => {
  it.each(['user', 'token'] as const)('takes the person’s password from a %s', async (kind) => {
    const who = await principal(kind)
    await expect(ask(who, PASSWORD)).resolves.toBeUndefined()
    await expect(ask(who, `${PASSWORD} `)).rejects.toMatchObject({ code: 'password-refused' })
    await expect(ask(who, '')).rejects.toMatchObject({ kind: 'forbidden' })
  })

  it('counts the wrong guesses of all tokens together, and apart from the person’s own', async () => {
    const user = await principal('user')
    const token = (): Principal => ({ ...user, kind: 'token', id: crypto.randomUUID() })
    for (let i = 0; i < 10; i++) {
      await expect(ask(token(), `guess ${i}`)).rejects.toMatchObject({ code: 'password-refused' })
    }
    await expect(ask(token(), PASSWORD)).rejects.toMatchObject({ code: 'too-many-attempts' })
    await expect(ask(user, PASSWORD)).resolves.toBeUndefined()
  })

  it('refuses the system and disabled people', async () => {
    await expect(ask(systemPrincipal('agent'), PASSWORD)).rejects.toMatchObject({
      kind: 'forbidden',
    })
    const who = await principal('user')
    await deps.db.user.update({ where: { id: who.userId! }, data: { disabledAt: new Date() } })
    await expect(ask(who, PASSWORD)).rejects.toMatchObject({ code: 'password-refused' })
  })
})
