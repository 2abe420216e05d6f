import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { loginFile, removeLogin } from '../login/stored-login.ts'
import { print } from '../shown/print.ts'

export const logout: Command = {
  name: 'logout',
  summary: 'forget address and token',
  arguments: [],
  options: {},
  async run(terminal, given) {
    removeLogin(terminal.env)
    print(terminal, given, { removed: loginFile(terminal.env) }, () => [
      'The token is forgotten here. It stays valid until you revoke it in the dashboard.',
    ])
    return EXIT.done
  },
}
