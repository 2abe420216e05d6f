/** Whether XAPI keeps the weights and caps of a plan for a guest's next start, or why it does not. */
export type Keeping =
  /** `strangers` are guests that the pool does not have, or that another scheduler runs. */
  | { code: 'kept'; poolId: string; poolName: string; strangers: string[] }
  | { code: 'not-linked' }
  | { code: 'read-only'; poolName: string }
  | { code: 'unanswered'; poolName: string; said: string }
  /** XAPI sets weights under credit alone. */
  | { code: 'other-scheduler'; scheduler: string }
  /** The caps monitor sets them, and changes them again soon. */
  | { code: 'follows-load' }
