import { assessHost, type HostResult } from './assess-host.ts'
import { KeptResults } from './kept-results.ts'

export interface AssessHostsInput {
  hosts: number
  seed: number
  /** The number of the first host of the series. */
  first: number
  /** File of results, see `KeptResults`. */
  keep: string | undefined
  onProgress(what: string): void
}

/** Assesses a series of synthetic hosts, one after the other. */
export async function assessHosts(input: AssessHostsInput): Promise<HostResult[]> {
  const { hosts, seed, first, keep, onProgress } = input
  const kept = new KeptResults(keep)
  const results: HostResult[] = []
  for (let number = first; number < first + hosts; number++) {
    onProgress(`Host ${seed}/${number}`)
    results.push(await kept.of(seed, number, assessHost))
  }
  return results
}
