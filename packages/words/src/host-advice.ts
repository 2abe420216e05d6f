/** What there is to say of a host of a pool. */
export type HostAdvice =
  | { code: 'not-observed' }
  | { code: 'weights-help' | 'bound-by-itself' | 'hot'; guests: readonly string[] }
  | { code: 'waits'; guests: readonly string[]; seconds: number }
  | { code: 'lacks'; guests: readonly string[]; pCpus: number | null }
