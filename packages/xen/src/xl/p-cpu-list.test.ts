import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { affinityTo, formatPCpuList, isPCpuList, parsePCpuList } from './p-cpu-list.ts'
import { parseCpupoolPCpus } from './parse-cpupool-p-cpus.ts'

describe('a list of pCPUs', () => {
  it('is unchanged by printing and reading', () => {
    const pCpus = fc.uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(pCpus, (numbers) => {
        const text = formatPCpuList(numbers)
        expect(isPCpuList(text)).toBe(true)
        expect(parsePCpuList(text)).toEqual(numbers.toSorted((a, b) => a - b))
      }),
    )
  })

  it('is printed as xl prints it', () => {
    expect(formatPCpuList([5, 0, 1, 2, 7, 8])).toBe('0-2,5,7-8')
    expect(affinityTo([1, 0], 2)).toBe('all')
    expect(affinityTo([0, 1], 4)).toBe('0-1')
  })

  it.each(['', '1-', '3-1', '0,,1', '0 1', 'all', '^1', '99999'])('does not include %j', (text) => {
    expect(parsePCpuList(text)).toBeNull()
  })
})

describe('`xl cpupool-list -c`', () => {
  it('is read with ranges, and with pools that have no pCPUs', () => {
    const text =
      'Name               CPU list\nPool-0             0,1\nmy pool 2          2-3,5\nempty\n'
    expect([...parseCpupoolPCpus(text)]).toEqual([
      ['Pool-0', [0, 1]],
      ['my pool 2', [2, 3, 5]],
      ['empty', []],
    ])
  })

  it('is refused where it is something else', () => {
    expect(() => parseCpupoolPCpus('Name               CPUs   Sched\nPool-0  1 credit\n')).toThrow()
    expect(() =>
      parseCpupoolPCpus('Name               CPU list\nPool-0             3-1\n'),
    ).toThrow()
  })
})
