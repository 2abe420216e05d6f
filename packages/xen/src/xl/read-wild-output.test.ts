import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readXlOutput } from './read-xl-output.ts'

const FIXTURES = new URL('../../../traces/fixtures/wild/', import.meta.url)
const wild = async (path: string) =>
  readXlOutput(gunzipSync(await readFile(new URL(`${path}.gz`, FIXTURES))).toString('utf8'))

describe('output of relatives of xl', () => {
  test('xe vm-list params=all gives names, UUIDs, weights, caps and vCPUs', async () => {
    const { commands, statements, problems } = await wild('xe-vm-list/xe.txt')
    expect(problems).toEqual([])
    expect(commands).toEqual(['xe vm-list'])
    const uuid = (first: string) => `${first}f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d`
    expect(statements).toEqual([
      { name: 'web1', id: 1, uuid: uuid('1'), weight: 512, cap: 0, vCpus: 2 },
      { name: 'db1', id: 2, uuid: uuid('2'), weight: 256, cap: 0, vCpus: 1 },
    ])
  })

  test.each(['xm.txt', 'vcpu-list.txt'])('%s before Xen 4.5 gives the vCPUs', async (file) => {
    const { statements, problems } = await wild(`old-xm-and-vcpu-list/${file}`)
    expect(problems).toEqual([])
    expect(Object.fromEntries(statements.map(({ name, vCpus }) => [name, vCpus]))).toEqual({
      'Domain-0': 2,
      web1: 2,
    })
  })

  test('xm list may hold domains that do not run, without an ID', () => {
    const { statements } =
      readXlOutput(`Name                                      ID Mem(MiB) VCPUs State   Time(s)
Domain-0                                   0     4096     2 r-----   9000.1
old-db                                           2048     1             0.0
web1                                       1     4096     2 -b----  54000.4
`)
    expect(statements.map(({ name }) => name)).toEqual(['Domain-0', 'web1'])
  })

  test('xe tells the control domain by its mark, leaves out what does not run, and knows the host', () => {
    const record = (...fields: string[]) => `${fields.join('\n')}\n\n\n`
    const uuid = (digit: string) => `${digit.repeat(8)}-0000-0000-0000-000000000000`
    const { statements, pCpus, xenVersion, commands } = readXlOutput(
      `$ xe vm-list params=all\n${record(
        `uuid ( RO)                          : ${uuid('a')}`,
        '                    name-label ( RW): Control domain on host: xcp1',
        '                   power-state ( RO): running',
        '             is-control-domain ( RO): true',
        '                  VCPUs-number ( RO): 4',
        '                  VCPUs-params (MRW): ',
        '                        dom-id ( RO): 0',
      )}${record(
        `uuid ( RO)           : ${uuid('b')}`,
        '     name-label ( RW): halted',
        '    power-state ( RO): halted',
      )}${record(
        `uuid ( RO)           : ${uuid('c')}`,
        '     name-label ( RW): web 1: shop',
        '    power-state ( RO): running',
      )}$ xe host-param-list uuid=x\n${record(
        `uuid ( RO)                              : ${uuid('d')}`,
        '                        name-label ( RW): xcp1',
        '                  software-version (MRO): product_version: 8.2.1; xen: 4.13.5-9.38; linux: 4.19.0',
        '                          cpu_info (MRO): cpu_count: 16; socket_count: 2; vendor: GenuineIntel',
      )}`,
    )
    expect(statements).toEqual([
      { name: 'Domain-0', id: 0, uuid: uuid('a'), weight: 256, cap: 0, vCpus: 4 },
      { name: 'web 1: shop', id: -1, uuid: uuid('c'), weight: null, cap: null, vCpus: null },
    ])
    expect({ pCpus, xenVersion }).toEqual({ pCpus: 16, xenVersion: '4.13' })
    expect(commands).toEqual(['xe vm-list', 'xe host-param-list'])
  })
})
