import { describeGrants, getSession } from '@steelyard/contract'
import { connect } from '../api/connect.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { print } from '../shown/print.ts'

export const whoami: Command = {
  name: 'whoami',
  summary: 'whose token is used where, and what it may do',
  arguments: [],
  options: {},
  async run(terminal, given) {
    const api = connect(terminal, given)
    const user = await api.call(getSession)
    print(terminal, given, { address: api.address, user }, () => [
      `${user.name} <${user.email}>, ${describeGrants(user.grants)}, at ${api.address}`,
      `May: ${user.permissions.join(', ')}`,
    ])
    return EXIT.done
  },
}
