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
  'steelyard-steelyard',
  'Steelyard2026!',
  'St33ly4rd-St33ly4rd',
  'steelyard steelyard steelyard',
  's-t-e-e-l-y-a-r-d-2-0-2-6',
  'drayleets.drayleets',
  'steeeelyaaaard!!!!!',
  'Ada.Lovelace1815',
  'lovelace@example.org',
  'ada.ada.ada.ada',
  'password-password-password',
  'correcthorsebatterystaple',
  'Correct Horse Battery Staple!',
  'To be, or not to be: that is the question',
])('refuses %s', async (password) => {
  await expect(check(password)).rejects.toMatchObject({
    kind: 'unprocessable',
    options: {
      invalidParams: [{ name: 'body.password', reason: expect.stringContaining('easily guessed') }],
    },
  })
})

it.each([
  'velvet otter anvil quince',
  'steelyard velvet otter anvil quince',
  'velvet-otter-anvil-quince',
  'Tr0mb0ne&Gargoyle&Pistachio',
  'ärger über vierzehn Nudelsiebe',
])('accepts %s', async (password) => {
  await expect(check(password)).resolves.toBeUndefined()
})

it('rates the beginning of a long password, which its end cannot make worse', async () => {
  await expect(check('velvet otter anvil quince '.padEnd(256, 'p4ssw0rd'))).resolves.toBeUndefined()
  await expect(check(`${'a'.repeat(200)} velvet otter anvil quince`)).rejects.toThrow()
})
