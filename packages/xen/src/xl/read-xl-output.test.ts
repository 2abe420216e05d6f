import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleHost } from '../testing/double-state.ts'
import { answerXl } from '../testing/xl-dialogue.ts'
import { readXlOutput, type XlOutput } from './read-xl-output.ts'

function stdout(set: string, name: string): string {
  const url = new URL(`../../fixtures/${set}.json`, import.meta.url)
  const entries: { name: string; stdout: string }[] = JSON.parse(readFileSync(url, 'utf8'))
  return entries.find((entry) => entry.name === name)!.stdout
}

function sample(path: string): string {
  return readFileSync(new URL(`../../../../samples/${path}`, import.meta.url), 'utf8')
}

const namesOf = (text: string) =>
  Object.fromEntries(readXlOutput(text).statements.map(({ id, name }) => [id, name]))
const weightsOf = (text: string) =>
  readXlOutput(text).statements.flatMap(({ name, weight }) =>
    weight === null ? [] : [[name, weight]],
  )
const vCpusIn = ({ statements }: XlOutput) =>
  statements.flatMap(({ name, vCpus }) => (vCpus === null ? [] : [[name, vCpus]]))

describe('a single saved answer', () => {
  it.each(['xl-list', 'xl-list-v', 'xl-list-c', 'xl-list-n'])('of %s names the domains', (name) => {
    const output = readXlOutput(stdout('credit', name))
    expect(output).toMatchObject({ commands: ['xl list'], problems: [], schedulers: [] })
    expect(namesOf(stdout('credit', name))).toEqual({
      0: 'Domain-0',
      1: 'vm1',
      2: 'vm2',
      3: 'vm3',
    })
  })

  it('of xl vcpu-list names them too, once each', () => {
    const text = stdout('two-pcpus', 'xl-vcpu-list')
    const output = readXlOutput(text)
    expect(output).toMatchObject({ commands: ['xl vcpu-list'], problems: [] })
    expect(new Set(output.statements.map(({ id }) => id)).size).toBe(output.statements.length)
    expect(namesOf(text)[2]).toBe('vm2')
    const more = ['2     1    1   -b-', '2     2    -   --p'].map(
      (state) => `vm2                                  ${state}       6.5  all / all`,
    )
    expect(vCpusIn(readXlOutput(`${text.trimEnd()}\n${more.join('\n')}`))).toEqual([
      ['Domain-0', 1],
      ['vm1', 1],
      ['vm2', 2],
    ])
  })

  it('of xl list -l gives name, weight, cap and scheduler', () => {
    expect(readXlOutput(stdout('credit', 'xl-list-l-vm1'))).toEqual({
      commands: ['xl list -l'],
      statements: [{ id: 1, name: 'vm1', weight: 256, cap: 0, vCpus: null }],
      schedulers: ['credit'],
      timeSlicesMs: [],
      rateLimitsUs: [],
      pCpus: null,
      xenVersion: null,
      problems: [],
    })
  })

  it('of xl sched-credit and sched-credit2 gives weights and caps, and its form reveals the scheduler', () => {
    expect(readXlOutput(stdout('credit', 'credit-all-384'))).toMatchObject({
      commands: ['xl sched-credit'],
      schedulers: ['credit'],
    })
    expect(readXlOutput(stdout('credit', 'credit-all-384'))).toMatchObject({
      timeSlicesMs: [30],
      rateLimitsUs: [1000],
    })
    expect(weightsOf(stdout('credit', 'credit-all-384'))).toContainEqual(['vm1', 384])
    expect(readXlOutput(stdout('credit2', 'credit2-noargs'))).toMatchObject({
      commands: ['xl sched-credit2'],
      schedulers: ['credit2'],
    })
    const capped = readXlOutput(stdout('credit2', 'credit2-readback-c')).statements
    expect(capped).toMatchObject([{ id: 1, name: 'vm1', weight: 512, cap: 50 }])
  })

  it('of xl info gives scheduler, pCPUs and Xen’s version, whole or in part', () => {
    expect(readXlOutput(stdout('two-pcpus', 'xl-info'))).toMatchObject({
      commands: ['xl info'],
      schedulers: ['credit'],
      pCpus: 2,
      xenVersion: '4.17.7',
    })
    expect(readXlOutput('xen_version            : unstable')).toMatchObject({
      commands: [],
      xenVersion: null,
    })
    expect(readXlOutput(stdout('credit2', 'xl-info-scheduler'))).toMatchObject({
      schedulers: ['credit2'],
      pCpus: null,
    })
  })
})

describe('a file of several answers', () => {
  it('is read table by table, past time stamps and other lines', () => {
    const output = readXlOutput(sample('paper-table3-reweighted/xl-after.txt'))
    expect(output.commands).toEqual(['xl sched-credit', 'xl list', 'xl vcpu-list'])
    expect(output).toMatchObject({ schedulers: ['credit'], problems: [] })
    expect(output.statements).toContainEqual({
      id: 1,
      name: 'vm1',
      weight: 384,
      cap: 0,
      vCpus: null,
    })
    expect(vCpusIn(output)).toEqual([
      ['Domain-0', 1],
      ['vm1', 1],
      ['vm2', 1],
      ['vm3', 1],
      ['Domain-0', 1],
      ['vm1', 1],
      ['vm2', 1],
      ['vm3', 1],
    ])
    expect(output).toMatchObject({ timeSlicesMs: [30], rateLimitsUs: [1000] })
    expect(readXlOutput(sample('paper-table3-reweighted/weight-change.txt'))).toMatchObject({
      commands: ['xl sched-credit'],
      statements: [{}, { name: 'vm1', weight: 384 }, {}, {}],
    })
  })

  it('keeps every statement where a table occurs twice', () => {
    const text = ['credit-noargs', 'credit-all-384'].map((name) => stdout('credit', name)).join('')
    expect(weightsOf(text).filter(([name]) => name === 'vm1')).toEqual([
      ['vm1', 256],
      ['vm1', 384],
    ])
  })

  it('gives the schedulers of two cpupools, whatever the host was booted with', () => {
    const pools = stdout('two-pcpus', 'xl-cpupool-migrate')
    const output = readXlOutput(stdout('two-pcpus', 'xl-info') + pools)
    expect(output.schedulers).toEqual(['credit', 'credit2'])
    const both = readXlOutput(stdout('two-pcpus', 'sched-credit-two-pools'))
    expect(both.schedulers).toEqual(['credit', 'credit2'])
    expect(both.statements.map(({ name }) => name)).toEqual(['Domain-0', 'vm2', 'vm1'])
  })

  it('may contain prompts and Windows line ends', () => {
    const list = stdout('credit', 'xl-list')
    const text = `root@xen0:~# xl list\n${list}root@xen0:~# xl info | grep sched\n${stdout('credit2', 'xl-info-scheduler')}`
    expect(readXlOutput(text.replaceAll('\n', '\r\n'))).toMatchObject({
      commands: ['xl list', 'xl info'],
      schedulers: ['credit2'],
    })
    expect(namesOf(text.replaceAll('\n', '\r\n'))).toEqual(namesOf(list))
  })
})

describe('damaged output', () => {
  it('gives nothing from a table with a domain twice or an impossible weight, and reports it', () => {
    const list = stdout('credit', 'xl-list')
    const twice = list + list.trimEnd().split('\n').at(-1)
    expect(readXlOutput(twice)).toMatchObject({ commands: [], statements: [] })
    expect(readXlOutput(twice).problems[0]).toContain('"3" is listed twice')
    const weight = stdout('credit', 'credit-noargs').replace('   256', ' 70000')
    expect(readXlOutput(weight)).toMatchObject({ statements: [] })
    expect(readXlOutput(weight).problems).toHaveLength(1)
  })

  it('leaves the other tables of the file alone', () => {
    const bad = stdout('credit', 'credit-noargs').replace('   256', ' 70000')
    expect(namesOf(bad + stdout('credit', 'xl-list'))[1]).toBe('vm1')
  })

  it('is recognised as JSON that was cut off', () => {
    const cut = stdout('credit', 'xl-list-l-vm1').slice(0, 300)
    expect(readXlOutput(cut).problems[0]).toContain('not complete JSON')
  })

  it('never raises an error, whatever the text', () => {
    const real = ['xl-info', 'xl-list', 'xl-list-l-vm1', 'xl-vcpu-list', 'credit-noargs']
    const damaged = fc
      .tuple(fc.constantFrom(...real), fc.nat(), fc.string({ maxLength: 8 }))
      .map(([name, at, noise]) => {
        const text = stdout('credit', name)
        const index = at % text.length
        return text.slice(0, index) + noise + text.slice(index + noise.length)
      })
    const json = fc.json().map((text) => `[${text}]`)
    fc.assert(
      fc.property(fc.oneof(fc.string({ maxLength: 300 }), damaged, json), (text) => {
        const output = readXlOutput(text)
        for (const { id, weight } of output.statements) {
          expect(id).toBeGreaterThanOrEqual(0)
          if (weight !== null) expect(weight).toBeLessThanOrEqual(65_535)
        }
      }),
      { numRuns: 300 },
    )
  })
})

it('has the names of a host with unusual names', () => {
  const name = fc
    .oneof(fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }), fc.constant('vm 1 256 0'))
    .map((text) => text.replace(/[\r\n\u2028\u2029\v\f]/g, '').trimEnd())
    .filter((text) => text !== '(null)')
  fc.assert(
    fc.property(name, fc.integer({ min: 1, max: 65_535 }), (odd, weight) => {
      const host = sampleHost()
      Object.assign(host.domains[2]!, { name: odd, weight, id: 77 })
      const ask = (line: string) => answerXl(host, line.split(' ')).stdout
      const { statements, problems } = readXlOutput(ask('sched-credit') + ask('list -v'))
      expect(problems).toEqual([])
      expect(statements.filter(({ id }) => id === 77)).toEqual([
        { id: 77, name: odd, weight, cap: expect.any(Number), vCpus: null },
        { id: 77, name: odd, weight: null, cap: null, vCpus: expect.any(Number) },
      ])
    }),
  )
})
