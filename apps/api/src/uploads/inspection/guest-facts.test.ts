import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { knownHost } from '@steelyard/analysis'
import { detectSource } from '@steelyard/traces'
import { readXlOutput } from '@steelyard/xen'
import { describe, expect, it } from 'vitest'
import { savedXlOutput } from '../saved-xl-output.ts'
import { noFacts, nothingSaid } from '../source-state.ts'
import { describeSource } from './describe-source.ts'

const FIXTURES = new URL('../../../../../packages/traces/fixtures/wild/', import.meta.url)
const wild = async (path: string) => gunzipSync(await readFile(new URL(`${path}.gz`, FIXTURES)))

async function described(path: string, xl: string | null) {
  const text = xl === null ? null : (await wild(xl)).toString('utf8')
  const lines = await wild(path)
  return describeSource({
    path,
    detection: detectSource({ path, fileName: path }, lines),
    settings: nothingSaid,
    said: [],
    facts: noFacts,
    known: knownHost({
      recording: null,
      xl: text === null ? [] : [savedXlOutput('xe.txt', readXlOutput(text))],
      host: null,
    }),
    lines,
  })
}

describe('what `xe vm-list` says', () => {
  it('names the VMs of an RRD', async () => {
    const { state, spec } = await described('rrd2csv/rrd2csv.csv', 'xe-vm-list/xe.txt')
    expect(state.questions).toEqual([])
    expect(state.domains).toMatchObject([{ domain: 'web1', origin: { kind: 'xl-output' } }])
    expect(spec).toMatchObject({
      domainNames: { '1f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d': 'web1' },
    })
  })

  it('spares the question for the vCPUs of a guest', async () => {
    const { state, spec } = await described('sadf-d/sar-db1.csv', 'xe-vm-list/xe.txt')
    expect(state.questions).toEqual([])
    expect(spec).toMatchObject({ domain: 'db1', vCpus: 1 })
  })

  it('without it, the UUID is the name, and the vCPUs are asked for', async () => {
    const rrd = await described('rrd2csv/rrd2csv.csv', null)
    expect(rrd.state.domains[0]!.domain).toBe('1f0b0c4e-24b1-4f60-9d0a-6a7d0a0b0c0d')
    const sadf = await described('sadf-d/sar-db1.csv', null)
    expect(sadf.state.questions.map(({ id }) => id)).toEqual(['v-cpus'])
    expect(sadf.spec).toBeNull()
  })
})
