/** The state of a vCPU, in the terms of Xen's run states; `parked` when its cap is used up. */
export const runState = { blocked: 0, woken: 1, preempted: 2, running: 3, parked: 4 } as const
export const RUN_STATES = 5
