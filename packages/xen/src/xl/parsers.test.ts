import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HostError } from '../host-error.ts'
import { sampleHost } from '../testing/double-state.ts'
import { answerXl } from '../testing/xl-dialogue.ts'
import { parseCpupoolList } from './parse-cpupool-list.ts'
import { parseInfo } from './parse-info.ts'
import { parseListCpupools, parseListVerbose } from './parse-list.ts'
import { parseSched } from './parse-sched.ts'
import { parseVCpuList } from './parse-v-cpu-list.ts'

function stdout(set: string, name: string): string {
  const url = new URL(`../../fixtures/${set}.json`, import.meta.url)
  const entries: { name: string; stdout: string }[] = JSON.parse(readFileSync(url, 'utf8'))
  return entries.find((entry) => entry.name === name)!.stdout
}

describe('the recorded answers', () => {
  it('of xl info are read', () => {
    expect(parseInfo(stdout('credit', 'xl-info'))).toEqual({
      hostName: 'xen0',
      xenVersion: '4.17.7',
      experiments: null,
      scheduler: 'credit',
      pCpus: 1,
      totalMemoryMb: 2047,
      freeMemoryMb: 616,
    })
    expect(parseInfo(stdout('credit', 'xl-info-n')).scheduler).toBe('credit')
    expect(parseInfo(stdout('two-pcpus', 'xl-info')).pCpus).toBe(2)
  })

  it('of xl list -v are read', () => {
    const domains = parseListVerbose(stdout('credit', 'xl-list-v'))
    expect(domains.map(({ id, name }) => [id, name])).toEqual([
      [0, 'Domain-0'],
      [1, 'vm1'],
      [2, 'vm2'],
      [3, 'vm3'],
    ])
    expect(domains[1]).toEqual({
      name: 'vm1',
      id: 1,
      memoryMb: 256,
      vCpus: 1,
      state: '-b----',
      cpuTimeSeconds: 8.5,
      uuid: 'b72d6d5f-087c-40a1-8a0a-7d7766267617',
    })
  })

  it('of xl list -c and xl cpupool-list are read, with one pool and with two', () => {
    expect(parseListCpupools(stdout('credit', 'xl-list-c')).get(3)).toBe('Pool-0')
    const moved = stdout('two-pcpus', 'xl-cpupool-migrate')
    const part = (from: string, to: string) => moved.slice(moved.indexOf(from), moved.indexOf(to))
    expect(parseCpupoolList(part('Name               CPUs', 'Name      '.padEnd(30)))).toEqual([
      { name: 'Pool-0', pCpus: 1, scheduler: 'credit' },
      { name: 'Pool-vm', pCpus: 1, scheduler: 'credit2' },
    ])
    const list = part(
      'Name                                        ID',
      'Name                                ID  VCPU',
    )
    expect([...parseListCpupools(list)]).toEqual([
      [0, 'Pool-0'],
      [1, 'Pool-vm'],
      [2, 'Pool-0'],
    ])
  })

  it('of xl vcpu-list are read, pinned and not', () => {
    expect(parseVCpuList(stdout('credit', 'xl-vcpu-list')).get(0)).toEqual([
      {
        vCpu: 0,
        pCpu: 0,
        state: 'r--',
        cpuTimeSeconds: 45.5,
        hardAffinity: 'all',
        softAffinity: 'all',
      },
    ])
    const pinned = parseVCpuList(stdout('two-pcpus', 'xl-vcpu-list'))
    expect(pinned.get(2)?.[0]).toMatchObject({
      hardAffinity: '0',
      softAffinity: 'all',
      state: '---',
    })
  })

  it('of xl sched-credit and sched-credit2 are read', () => {
    expect(parseSched(stdout('credit', 'credit-all-384'))).toEqual({
      pools: [{ name: 'Pool-0', timeSliceMs: 30, rateLimitUs: 1000, migrationDelayUs: 0 }],
      rows: [
        { name: 'Domain-0', id: 0, weight: 256, cap: 0 },
        { name: 'vm1', id: 1, weight: 384, cap: 0 },
        { name: 'vm2', id: 2, weight: 256, cap: 0 },
        { name: 'vm3', id: 3, weight: 256, cap: 0 },
      ],
    })
    expect(parseSched(stdout('credit2', 'credit2-readback-c')).rows).toEqual([
      { name: 'vm1', id: 1, weight: 512, cap: 50 },
    ])
    const two = parseSched(stdout('two-pcpus', 'sched-credit-two-pools'))
    expect(two.pools.map((pool) => [pool.name, pool.timeSliceMs])).toEqual([
      ['Pool-0', 30],
      ['Pool-vm', null],
    ])
    expect(two.rows).toHaveLength(3)
  })

  it('of the wrong scheduler are empty tables, not a wrong format', () => {
    expect(parseSched(stdout('credit', 'credit2-on-credit-noargs'))).toEqual({
      pools: [],
      rows: [],
    })
    expect(parseSched(stdout('credit2', 'credit-on-credit2-s')).rows).toEqual([])
  })
})

const oddName = fc.oneof(
  fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
  fc.constantFrom('vm 1 256 0', 'a 3 256 1 -b---- 8.4', 'Name ID Weight Cap', '(null)', '1', '- -'),
  fc.constant('Cpupool x: ratelimit=1us'),
)
// The host pads with blanks and separates with line breaks, so neither survives in a name.
const name = oddName.map((text) => text.replace(/[\r\n\u2028\u2029\v\f]/g, '').trimEnd())

describe('rows with unusual names', () => {
  it('are read as they were written', () => {
    const values = fc.record({
      name,
      weight: fc.integer({ min: 1, max: 65535 }),
      cap: fc.integer({ min: 0, max: 12800 }),
      id: fc.integer({ min: 4, max: 32751 }),
      cpupool: fc.constantFrom('Pool-0', 'pool with blanks', 'sixteen-letters!'),
    })
    fc.assert(
      fc.property(values, (odd) => {
        const host = sampleHost()
        host.cpupools[0]!.name = odd.cpupool
        for (const domain of host.domains) domain.cpupool = odd.cpupool
        Object.assign(host.domains[2]!, { ...odd, vCpus: 128 })
        const ask = (line: string) => answerXl(host, line.split(' ')).stdout
        const { id, weight, cap, cpupool } = odd
        expect(parseSched(ask('sched-credit')).rows[2]).toEqual({ name: odd.name, id, weight, cap })
        const { uuid } = host.domains[2]!
        expect(parseListVerbose(ask('list -v'))[2]).toMatchObject({ name: odd.name, id, uuid })
        expect(parseListCpupools(ask('list -c')).get(id)).toBe(cpupool)
        expect(parseCpupoolList(ask('cpupool-list'))[0]!.name).toBe(cpupool)
        expect(parseVCpuList(ask('vcpu-list')).get(id)).toHaveLength(128)
      }),
    )
  })

  it('that forge the row of another domain by a line break are noticed', () => {
    const host = sampleHost()
    host.domains[3]!.name = 'x                                 1    256    0\nvm3'
    expect(() => parseSched(answerXl(host, ['sched-credit']).stdout)).toThrow(HostError)
  })
})

describe('arbitrary text', () => {
  const parsers = [
    parseInfo,
    parseCpupoolList,
    parseListVerbose,
    parseListCpupools,
    parseVCpuList,
    parseSched,
  ]
  const real = ['xl-info', 'xl-list-v', 'xl-list-c', 'xl-vcpu-list', 'credit-noargs'].map((entry) =>
    stdout('credit', entry),
  )
  const damaged = fc
    .tuple(fc.constantFrom(...real), fc.nat(), fc.string({ maxLength: 8 }))
    .map(([text, at, noise]) => {
      const index = at % text.length
      return text.slice(0, index) + noise + text.slice(index + noise.length)
    })

  it('gives a result or a HostError, nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 300 }), damaged), (text) => {
        for (const parse of parsers) {
          try {
            parse(text)
          } catch (error) {
            expect(error).toBeInstanceOf(HostError)
            expect((error as HostError).code).toBe('unexpected-answer')
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each(['70000', '0', '-5', '1.5'])('is refused where it gives a weight of %s', (weight) => {
    const table = stdout('credit', 'credit-d-vm1').replace('   256', weight.padStart(6))
    expect(() => parseSched(table)).toThrow(HostError)
  })
})
