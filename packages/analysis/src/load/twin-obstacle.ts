import type { DemandDoubt } from '@steelyard/model'

/** What keeps the twin from playing a host. */
export type TwinObstacle =
  | { code: 'window-too-large' }
  /** Of a watched range: they were too many, or their time is over. */
  | { code: 'arrivals-not-kept' }
  | { code: 'no-cpu-data'; domains: string[] }
  | { code: 'no-domain-0-cpu-data' }
  | { code: 'demand'; doubt: DemandDoubt }
  /** The twin itself refuses the host. */
  | { code: 'refused'; message: string }
