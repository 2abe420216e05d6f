import type { CpupoolState } from '../host-inventory.ts'

/** A reading of the cpupools, possibly as part of a larger one. */
export interface Cpupools {
  cpupools: Pick<CpupoolState, 'name' | 'scheduler' | 'pCpuNumbers'>[]
}

export function cpupoolNamed({ cpupools }: Cpupools, name: string) {
  return cpupools.find((pool) => pool.name === name)
}
