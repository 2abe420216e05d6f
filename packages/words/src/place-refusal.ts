/** Why a guest does not suit a host. */
export type PlaceRefusal =
  | { code: 'maintenance' | 'storage' | 'cpu-features' | 'load-unknown' | 'misses-targets' }
  | { code: 'apart'; guest: string }
  | { code: 'memory'; freeBytes: number; wantedBytes: number }
  | { code: 'no-room'; idlePCpus: number; wanted: number }
