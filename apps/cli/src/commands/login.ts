import { getSession } from '@steelyard/contract'
import { apiAt } from '../api/connect.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { checkedAddress } from '../login/address.ts'
import { loginFile, writeLogin } from '../login/stored-login.ts'
import { print } from '../shown/print.ts'
import { secretFrom } from '../terminal/ask.ts'

export const login: Command = {
  name: 'login',
  summary: 'check a token, and keep it with the address for the other commands',
  arguments: ['ADDRESS'],
  options: {},
  notes: [
    'Make the token in the dashboard: Settings, Signing in, Tokens. STEELYARD_TOKEN has it, or you are',
    'asked, or standard input has it. It is kept in a file that only you can read.',
    'Where nothing may be kept, set STEELYARD_ADDRESS and STEELYARD_TOKEN instead.',
  ],
  async run(terminal, given) {
    const insecure = given.has('insecure')
    const address = checkedAddress(given.arguments[0]!, { insecure })
    const question = { variable: 'STEELYARD_TOKEN', question: 'Token' }
    const token = (await secretFrom(terminal, question)).trim()
    const user = await apiAt(address, token).call(getSession)
    writeLogin(terminal.env, { address, token, insecure })
    const file = loginFile(terminal.env)
    print(terminal, given, { address, user, file }, () => [
      `Signed in to ${address} as ${user.name}.`,
      `The token is in ${file}.`,
    ])
    return EXIT.done
  },
}
