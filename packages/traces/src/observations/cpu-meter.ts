/**
 * The properties of a tool's CPU measurements that matter for combining them with those of others.
 */
export interface CpuMeter {
  /** The kind of its format. */
  id: string
  /** If several meters observed a domain in the same window, the lowest rank takes precedence. */
  rank: number
  /** All domains of a host at once, or only the guest in which the tool runs. */
  watches: 'host' | 'guest'
  /** Pieces closer than this form one trace. */
  joinSeconds: number
  /**
   * Whether its time also covers a domain that it does not name. Where each sample lists every domain
   * there is, a missing one did not exist.
   */
  coversAbsent: boolean
  /**
   * The tool writes nothing about a domain that did not run: within its time, silence means zero.
   */
  silentWhenIdle: boolean
  /** Whether it measures how long a domain was runnable without running. */
  measuresWaiting: boolean
  /** The shortest windows in which its amounts are still meaningful. */
  finestWindowSeconds: 0.1 | 1
}
