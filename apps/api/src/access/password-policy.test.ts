import { expect, it } from 'vitest'
import { requireGoodPassword } from './password-policy.ts'

const known = ['ada.lovelace@example.org', 'Ada Lovelace']
const check = (password: string) => requireGoodPassword('body.password', password, known)

it.each([
  'passwordpassword',
  'qwertyuiop1234',
  'aaaaaaaaaaaaaaaa',
  'adalovelace1815',
  'steelyard2026!',
  'abcdefghijklmnop',
])('refuses %s', async (password) => {
  await expect(check(password)).rejects.toMatchObject({
    kind: 'unprocessable',
    options: {
      invalidParams: [{ name: 'body.password', reason: expect.stringContaining('easily guessed') }],
    },
  })
})

it.each([
  'correct horse battery staple',
  'velvet-otter-anvil-quince',
  'Tr0mb0ne&Gargoyle&Pistachio',
  'ärger über vierzehn Nudelsiebe',
])('accepts %s', async (password) => {
  await expect(check(password)).resolves.toBeUndefined()
})
