import { formatMemory, formatNumber } from '@steelyard/contract/format'
import type { PlaceRefusal } from '../../place-refusal.ts'

export function placeRefusalWords(refusal: PlaceRefusal, host: string): string {
  switch (refusal.code) {
    case 'maintenance':
      return `${host} is in maintenance.`
    case 'storage':
      return `${host} does not reach the storage that the guest needs.`
    case 'cpu-features':
      return `The CPUs of ${host} have other features than those that the guest began with.`
    case 'load-unknown':
      return `How much of ${host} is idle is not known now.`
    case 'misses-targets':
      return `Guests of ${host} miss their targets already.`
    case 'apart':
      return `${refusal.guest} runs on ${host}, and the two shall run apart.`
    case 'memory':
      return `${host} has ${formatMemory(refusal.freeBytes)} of memory free, and the guest takes ${formatMemory(refusal.wantedBytes)}.`
    case 'no-room':
      return `${host} has ${formatNumber(refusal.idlePCpus)} pCPUs idle, and a tenth of them all stays so. The guest uses ${formatNumber(refusal.wanted)}.`
  }
}

/** What a workload balancer refuses to answer, as a person reads it in XenCenter or `xe`. */
export const WLB_WORDS = {
  unknownPool: 'Steelyard does not know this pool. Add it there first.',
  notJoined: 'This pool has left Steelyard. Connect workload balancing to it again.',
  notOfPool: (address: string) =>
    `Steelyard knows no host of this pool at ${address}. Have it read the pool again.`,
  old: 'What Steelyard knows of this pool is too old. Its page there says why.',
}
