import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { virshPinCommands } from './virsh-pin-commands.ts'

test('there is a line for each vCPU, and one for QEMU’s own threads', () => {
  const lines = virshPinCommands({
    domains: [
      { name: 'web-1', affinity: [[1], [3, 2, 5, 2]] },
      { name: 'db', affinity: [[0, 1, 2, 3]] },
    ],
    emulators: [0],
  })
  expect(lines[0]).toMatch(/^# Not applied by Steelyard/)
  expect(lines.slice(1)).toEqual([
    'virsh vcpupin web-1 0 1 --live --config',
    'virsh vcpupin web-1 1 2-3,5 --live --config',
    'virsh emulatorpin web-1 0 --live --config',
    'virsh vcpupin db 0 0-3 --live --config',
    'virsh emulatorpin db 0 --live --config',
  ])
})

test('the last pCPU that libvirt can name is accepted', () => {
  const [, line] = virshPinCommands({ domains: [{ name: 'a', affinity: [[4095]] }] })
  expect(line).toBe('virsh vcpupin a 0 4095 --live --config')
})

test('QEMU’s threads stay where they are unless asked for', () => {
  const lines = virshPinCommands({ domains: [{ name: 'a', affinity: [[0]] }] })
  expect(lines.slice(1)).toEqual(['virsh vcpupin a 0 0 --live --config'])
})

test.each(["it's", 'a b', '$(touch x)', '`x`', 'a;b', 'a"b', 'a\\b', 'größe', '*', '!x'])(
  'a shell reads the name %j as one word, unchanged',
  (name) => {
    const [, line] = virshPinCommands({ domains: [{ name, affinity: [[0]] }] })
    const script = `virsh() { printf '%s\\n' "$@"; }\n${line}`
    const words = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).trimEnd()
    expect(words.split('\n')).toEqual(['vcpupin', name, '0', '0', '--live', '--config'])
  },
)

test.each(['', '-c', 'a/b', 'a\nb', 'a\u001b[2Kb', 'a\u202eb'])(
  'the name %j is refused',
  (name) => {
    expect(() => virshPinCommands({ domains: [{ name, affinity: [[0]] }] })).toThrow(RangeError)
  },
)

test.each([[[]], [[-1]], [[1.5]], [[4096]], [[Number.NaN]]])(
  'the pCPUs %j are refused',
  (pCpus) => {
    expect(() => virshPinCommands({ domains: [{ name: 'a', affinity: [pCpus] }] })).toThrow(
      RangeError,
    )
  },
)
