import { applyPlan, getPlan } from '@steelyard/contract'
import { connect } from '../api/connect.ts'
import { endOfApplication } from '../api/end-of-application.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Failed } from '../faults.ts'
import { showPlan } from '../shown/show-plan.ts'
import { isAgreed, secretFrom } from '../terminal/ask.ts'
import { writeLine } from '../terminal/write-line.ts'

export const apply: Command = {
  name: 'apply',
  summary: 'show a plan, ask, and set it on its host',
  arguments: ['PLAN'],
  options: { yes: { meaning: 'do not ask; the token and the password still have to be right' } },
  notes: [
    'The password is read from STEELYARD_PASSWORD, or asked for, or read from standard input.',
    'Exactly what is shown is set: the plan is named by its hash.',
  ],
  async run(terminal, given) {
    const api = connect(terminal, given)
    const plan = await api.call(getPlan, { params: { id: given.arguments[0]! } })
    for (const line of showPlan(plan)) writeLine(terminal.errors, line)
    if (plan.hash === null) {
      throw new Failed({ code: 'not-planned', message: 'The plan has not been prepared.' })
    }
    if (!given.has('yes') && !(await isAgreed(terminal, `Apply it to ${plan.hostName}?`))) {
      terminal.errors.write('Nothing was applied.\n')
      return EXIT.wrongUse
    }
    const question = { variable: 'STEELYARD_PASSWORD', question: 'Password' }
    const password = await secretFrom(terminal, question)
    const begun = await api.call(applyPlan, {
      params: { id: plan.id },
      body: { hash: plan.hash, password },
      idempotencyKey: crypto.randomUUID(),
    })
    return endOfApplication(terminal, given, api, begun)
  },
}
