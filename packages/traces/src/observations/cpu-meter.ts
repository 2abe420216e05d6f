/** How a tool measures CPU use: what it takes to put its amounts together with those of others. */
export interface CpuMeter {
  /** The kind of its format. */
  id: string
  /** Where several meters observed one domain in one window, the one of lowest rank counts. */
  rank: number
  /** All domains of a host at once, or the one guest that it runs in. */
  watches: 'host' | 'guest'
  /** Pieces closer than this are one trace. */
  joinSeconds: number
  /** It writes nothing about a domain that did not run: within its time, silence means zero. */
  silentWhenIdle: boolean
  /** It knows how long a domain was runnable without running. */
  measuresWaiting: boolean
  /** The shortest windows in which its amounts still say something. */
  finestWindowSeconds: 0.1 | 1
}
