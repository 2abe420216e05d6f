import type { TwinConfig } from '@steelyard/simulator'
import { expect, it } from 'vitest'
import { kvmCommands } from './kvm-commands.ts'

const host: TwinConfig = {
  pCpus: 4,
  scheduler: { name: 'credit2' },
  domain0: { name: 'Domain-0', affinity: [[0]] },
  guests: [
    { name: 'web', weight: 256, vCpus: 2, affinity: [[1], [2, 3]] },
    { name: 'db', weight: 256 },
  ],
}

it('pins each vCPU, and QEMU’s threads where Domain-0 runs', () => {
  expect(kvmCommands(host)!.slice(1)).toEqual([
    'virsh vcpupin web 0 1 --live --config',
    'virsh vcpupin web 1 2-3 --live --config',
    'virsh emulatorpin web 0 --live --config',
    'virsh vcpupin db 0 0-3 --live --config',
    'virsh emulatorpin db 0 --live --config',
  ])
})

it('leaves QEMU’s threads unpinned where Domain-0 is not pinned', () => {
  const { domain0: _, ...bare } = host
  expect(kvmCommands(bare)).toContain('virsh emulatorpin db 0-3 --live --config')
})

it('has none for a name that libvirt would not accept', () => {
  expect(kvmCommands({ ...host, guests: [{ name: 'a/b', weight: 256 }] })).toBeNull()
})
