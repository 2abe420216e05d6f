import type { PlannedRecording } from '../../recordings/campaign-types.ts'

/** A way to treat a vCPU that an event reaches while it waits for its pCPU. */
export interface Policy {
  name: string
  scheduler: PlannedRecording['scheduler']['name']
  /** Of the hypervisor for experiments. */
  bootParameters: string
}

export const POLICIES: readonly Policy[] = [
  { name: 'credit', scheduler: 'credit', bootParameters: 'sched_credit_boost=wake' },
  {
    name: 'loan',
    scheduler: 'credit',
    bootParameters: 'sched_credit_boost=loan sched_credit_boost_lasts=dispatch',
  },
  // What the words of the paper suggest: a boost lasts as long as its loan.
  { name: 'loan-lasting', scheduler: 'credit', bootParameters: 'sched_credit_boost=loan' },
  {
    name: 'always',
    scheduler: 'credit',
    bootParameters: 'sched_credit_boost=always sched_credit_boost_lasts=dispatch',
  },
  { name: 'credit2', scheduler: 'credit2', bootParameters: '' },
]
