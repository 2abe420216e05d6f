import { expect, it } from 'vitest'
import { readHost } from '../read-host.ts'
import { domainNamed, happenings, sampleHost } from '../testing/double-state.ts'
import { localShell } from '../testing/local-shell.ts'
import { configLines, leftDrift } from './left-values.ts'
import type { LeftValues } from './lever.ts'

/** The drift of vm1, which has weight 384, no cap and two pCPUs, in Pool-0. */
async function drift(left: LeftValues, scheduler: 'credit' | 'rtds' = 'credit') {
  const host = sampleHost(scheduler, 4)
  happenings.setWeight(host, 'vm1', 384)
  happenings.setAffinity(host, 'vm1', '0-1')
  const { uuid } = domainNamed(host, 'vm1')
  return leftDrift(left, await readHost(localShell(host)), uuid)
}

it.each<[LeftValues, string[]]>([
  [{}, []],
  [{ weight: 384, cap: 0, affinity: ['0-1'], cpupool: 'Pool-0' }, []],
  [{ weight: 256 }, ['The weight is 384; Steelyard left 256.']],
  [{ weight: 384, cap: 50 }, ['There is no cap now; Steelyard left 50 %.']],
  [{ affinity: ['all'] }, ['It may run on pCPUs 0-1 now; Steelyard left all.']],
  [
    { cpupool: 'steelyard-rt' },
    ['It is in cpupool Pool-0 now; Steelyard left it in steelyard-rt.'],
  ],
])('compares a reading with what was left: %j', async (left, texts) => {
  expect((await drift(left)).map(({ text }) => text)).toEqual(texts)
})

it('says that a scheduler without weights has lost both', async () => {
  expect(await drift({ weight: 384, cap: 0 }, 'rtds')).toEqual([
    { kind: 'weight', text: 'There is no weight now; Steelyard left 384.' },
    { kind: 'cap', text: 'There is no cap now; Steelyard left none.' },
  ])
})

it('says nothing of pins and cpupools that the reading does not show', async () => {
  const inventory = await readHost(localShell(sampleHost()))
  expect(leftDrift({ affinity: ['1'], cpupool: 'steelyard-rt' }, inventory, 'gone')).toEqual([])
})

it.each<[LeftValues, string[]]>([
  [{}, []],
  [{ weight: 384, cap: 50 }, ['cpu_weight = 384', 'cap = 50']],
  [{ weight: 384, cap: 0 }, ['cpu_weight = 384']],
  [{ affinity: ['0-1,3'] }, ['cpus = "0-1,3"']],
  [{ affinity: ['1', '2-3'] }, ['cpus = ["1", "2-3"]']],
  [{ affinity: ['all'] }, []],
  [{ cpupool: 'steelyard-rt' }, ['pool = "steelyard-rt"']],
  [{ cpupool: 'Pool-0' }, []],
])('offers the lines for a configuration file, but none for defaults: %j', (left, lines) => {
  expect(configLines(left, 4)).toEqual(lines)
})

it('offers commands to run when Domain-0 has started', () => {
  expect(configLines({ affinity: ['0'] }, 0)).toEqual(['xl vcpu-pin 0 all 0'])
})
