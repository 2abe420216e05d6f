import type { Experiments } from '../host-inventory.ts'

/** The suffix of `xen_extra` that the build of the hypervisor gives. */
const OURS = /-steelyard$/

/** Null for any other hypervisor, whatever its parameters. */
export function experimentsIn(fields: ReadonlyMap<string, string>): Experiments | null {
  if (!OURS.test(fields.get('xen_extra') ?? '')) return null
  const parameters = parametersIn(fields.get('xen_commandline') ?? '')
  const number = (name: string, otherwise: number) => {
    const value = parameters.get(name) ?? ''
    return /^\d{1,9}$/.test(value) ? Number(value) : otherwise
  }
  const word = <Word extends string>(name: string, words: readonly Word[], otherwise: Word) =>
    words.find((each) => each === parameters.get(name)) ?? otherwise
  const boost = word('sched_credit_boost', ['wake', 'always', 'loan'], 'wake')
  return {
    boost,
    boostLasts: word(
      'sched_credit_boost_lasts',
      ['tick', 'loan', 'dispatch'],
      boost === 'loan' ? 'loan' : 'tick',
    ),
    loan: {
      credits: number('sched_credit_loan', 1000),
      share: number('sched_credit_loan_share', 20) / 100,
      factor: number('sched_credit_loan_factor', 3),
    },
    realTimeWeight: number('sched_credit_rt_weight', 0) || null,
  }
}

/** The last one counts, as it does for Xen. */
function parametersIn(commandLine: string): Map<string, string> {
  return new Map(
    commandLine.split(/\s+/).map((word) => {
      const [name = '', ...value] = word.split('=')
      return [name, value.join('=')]
    }),
  )
}
