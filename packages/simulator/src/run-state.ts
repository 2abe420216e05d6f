/** What a vCPU does; the same words as Xen's run states, and `parked` for one whose cap is used up. */
export const runState = { blocked: 0, woken: 1, preempted: 2, running: 3, parked: 4 } as const
export const RUN_STATES = 5
