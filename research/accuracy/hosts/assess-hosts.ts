import { KeptLines } from '../../../bench/index.ts'
import { assessHost, type HostResult } from './assess-host.ts'

export interface AssessHostsInput {
  hosts: number
  seed: number
  /** The number of the first host of the series. */
  first: number
  /**
   * File of results, see `KeptLines`. It does not know with which version of the product they were
   * made: each version needs a file of its own.
   */
  keep: string | undefined
  onProgress(what: string): void
}

/** Assesses a series of synthetic hosts, one after the other. */
export async function assessHosts(input: AssessHostsInput): Promise<HostResult[]> {
  const { hosts, seed, first, keep, onProgress } = input
  const kept = new KeptLines<HostResult>(keep)
  const results: HostResult[] = []
  for (let number = first; number < first + hosts; number++) {
    onProgress(`Host ${seed}/${number}`)
    const isIt = (each: HostResult) => each.seed === seed && each.number === number
    results.push(await kept.of(isIt, () => assessHost(seed, number)))
  }
  return results
}
