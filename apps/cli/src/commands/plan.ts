import { createPlan, getPlan } from '@steelyard/contract'
import { type Api, connect } from '../api/connect.ts'
import { findHost } from '../api/find-host.ts'
import { waitForJob } from '../api/wait-for-job.ts'
import type { Command, Given } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { Failed, UsageFault } from '../faults.ts'
import { parseWeights } from '../parse-weight.ts'
import { print } from '../shown/print.ts'
import { showPlan } from '../shown/show-plan.ts'

export const plan: Command = {
  name: 'plan',
  summary: 'prepare a change of weights; nothing is set yet',
  arguments: ['[ANALYSIS]'],
  options: {
    weight: {
      value: 'GUEST=WEIGHT',
      isMany: true,
      meaning: 'instead of those that the analysis recommends, such as vm1=332',
    },
    cap: { value: 'GUEST=PERCENT', isMany: true, meaning: 'a cap, such as vm1=50; 0 is none' },
    host: { value: 'HOST', meaning: 'without an analysis: the host, by name or id' },
  },
  async run(terminal, given) {
    const api = connect(terminal, given)
    const begun = await api.call(createPlan, { body: await wishOf(api, given) })
    await waitForJob(terminal, api, begun.job.id)
    const made = await api.call(getPlan, { params: { id: begun.plan.id } })
    if (made.trouble) throw new Failed(made.trouble)
    print(terminal, given, made, () => showPlan(made))
    return EXIT.done
  },
}

async function wishOf(api: Api, given: Given) {
  const weights = parseWeights(given.list('weight'), given.list('cap'))
  const [analysisId] = given.arguments
  const host = given.text('host')
  if ((analysisId === undefined) === (host === undefined)) {
    throw new UsageFault('Name an analysis, or --host, and only one of them.')
  }
  if (analysisId) return { analysisId, ...(weights.length > 0 ? { weights } : {}) }
  if (weights.length === 0) throw new UsageFault('Name a --weight or a --cap.')
  return { hostId: (await findHost(api, host!)).id, weights }
}
