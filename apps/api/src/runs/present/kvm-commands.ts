import type { TwinConfig } from '@steelyard/simulator'
import { virshPinCommands } from '@steelyard/xen'

/**
 * The placement as commands for a KVM host, for the operator to run. Domain-0's pCPUs go to QEMU's
 * own threads, which do there what Domain-0 does here. Null where libvirt has no such names.
 */
export function kvmCommands({ pCpus, guests, domain0 }: TwinConfig): string[] | null {
  const all = Array.from({ length: pCpus }, (_, index) => index)
  try {
    return virshPinCommands({
      domains: guests.map(({ name, vCpus = 1, affinity }) => ({
        name,
        affinity: Array.from({ length: vCpus }, (_, vCpu) => affinity?.[vCpu] ?? all),
      })),
      emulators: domain0?.affinity?.[0] ?? all,
    })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
