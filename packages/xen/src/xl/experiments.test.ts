import { describe, expect, it } from 'vitest'
import { experimentsIn } from './experiments.ts'

const read = (extra: string, commandLine: string) =>
  experimentsIn(
    new Map([
      ['xen_extra', extra],
      ['xen_commandline', commandLine],
    ]),
  )

describe('what a hypervisor does beyond Xen', () => {
  it('is nothing on any other hypervisor, whatever its parameters', () => {
    expect(read('.5', 'sched=credit sched_credit_boost=loan')).toBeNull()
    expect(read('.5-steelyard2', 'sched_credit_boost=loan')).toBeNull()
    expect(experimentsIn(new Map())).toBeNull()
  })

  it('is off by default', () => {
    expect(read('.5-steelyard', 'sched=credit com1=115200,8n1')).toEqual({
      boost: 'wake',
      boostLasts: 'tick',
      loan: { credits: 1000, share: 0.2, factor: 3 },
      realTimeWeight: null,
    })
  })

  it('is what its boot parameters say, the last of each', () => {
    const line =
      'sched_credit_boost=always sched_credit_boost=loan sched_credit_loan=600 sched_credit_loan_share=50 sched_credit_rt_weight=333'
    expect(read('.5-steelyard', line)).toEqual({
      boost: 'loan',
      boostLasts: 'loan',
      loan: { credits: 600, share: 0.5, factor: 3 },
      realTimeWeight: 333,
    })
    expect(read('.5-steelyard', `${line} sched_credit_boost_lasts=dispatch`)).toMatchObject({
      boostLasts: 'dispatch',
    })
  })

  it('ignores what Xen would not understand', () => {
    expect(
      read('.5-steelyard', 'sched_credit_boost=LOAN sched_credit_loan=x sched_credit_rt_weight=0'),
    ).toMatchObject({ boost: 'wake', loan: { credits: 1000 }, realTimeWeight: null })
  })
})
