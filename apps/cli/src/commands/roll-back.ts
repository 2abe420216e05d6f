import { getApplication, rollBackApplication } from '@steelyard/contract'
import { connect } from '../api/connect.ts'
import { endOfApplication } from '../api/end-of-application.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { isAgreed, secretFrom } from '../terminal/ask.ts'

export const rollBack: Command = {
  name: 'roll-back',
  summary: 'restore what was set before an application',
  arguments: ['APPLICATION'],
  options: { yes: { meaning: 'do not ask; the token and the password still have to be right' } },
  notes: ['The password is read as by apply.'],
  async run(terminal, given) {
    const api = connect(terminal, given)
    const params = { id: given.arguments[0]! }
    const { hostName } = await api.call(getApplication, { params })
    if (!given.has('yes') && !(await isAgreed(terminal, `Restore the values of ${hostName}?`))) {
      terminal.errors.write('Nothing was restored.\n')
      return EXIT.wrongUse
    }
    const question = { variable: 'STEELYARD_PASSWORD', question: 'Password' }
    const password = await secretFrom(terminal, question)
    const begun = await api.call(rollBackApplication, {
      params,
      body: { password },
      idempotencyKey: crypto.randomUUID(),
    })
    return endOfApplication(terminal, given, api, begun)
  },
}
