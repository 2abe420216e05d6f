import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SentFile,
  sampleFiles,
  samplesDir,
  startUploadClient,
  type UploadClient,
} from '../testing/upload-client.ts'

const recordingName = 'paper-table3-reweighted'
let client: UploadClient
beforeAll(async () => {
  client = await startUploadClient()
})
afterAll(() => client.close())

function xlFile(name: string, as = name): SentFile {
  return { name: as, content: readFileSync(path.join(samplesDir, recordingName, name), 'utf8') }
}

const isTrace = (file: string) => file.startsWith('xenmon/')
const isMeasured = (file: string) => isTrace(file) || file.startsWith('client/')

async function upload(files: SentFile[], hostId?: string): Promise<contract.Upload> {
  return contract.Upload.parse(await client.upload(files, hostId ? { hostId } : {}))
}

function match(upload: contract.Upload, number: number) {
  const source = upload.sources.find((s) => s.path.endsWith(`log-dom${number}.log`))!
  return { source, ...source.domains[0]! }
}

async function change(upload: contract.Upload, file: string, body: Record<string, unknown>) {
  const source = upload.sources.find((s) => s.path === file)!
  const params = { id: upload.id, sourceId: source.id }
  const reply = await client.call(contract.updateSource, { params, body })
  expect(reply.status).toBe(200)
  return contract.Upload.parse(reply.body)
}

const weightsOf = ({ hostFacts }: contract.Upload) =>
  Object.fromEntries(hostFacts.domains.map(({ domain, weight }) => [domain, weight?.value]))

async function hostOf(id: string): Promise<contract.Host> {
  return (await client.call(contract.getHost, { params: { id } })).body
}

async function someHost(xenId: number) {
  return client.api.deps.db.host.create({
    data: {
      name: crypto.randomUUID(),
      scheduler: 'credit2',
      domains: { create: { name: 'vm1', xenId, weight: 999, cap: 10 } },
    },
  })
}

describe('saved output of xl uploaded together with traces', () => {
  it('names the domains of xenmon and states that it did', async () => {
    const found = await upload([
      ...sampleFiles(recordingName, isTrace),
      xlFile('xl-after.txt', 'xl-list.txt'),
    ])
    const origin = { kind: 'xl-output', path: 'xl-list.txt' }
    expect(match(found, 1)).toMatchObject({ found: 'dom1', domain: 'vm1', origin })
    expect(match(found, 1).source.questions.map(({ id }) => id)).toEqual(['start-time'])
    expect(found.hostFacts).toMatchObject({
      scheduler: { value: 'credit', origin },
      tsliceMs: { value: 30, origin },
      ratelimitUs: { value: 1000, origin },
      xenVersion: null,
      contradictions: [],
    })
    expect(weightsOf(found)).toEqual({ 'Domain-0': 256, vm1: 384, vm2: 256, vm3: 256 })
    expect(found.hostFacts.domains[1]).toMatchObject({
      domain: 'vm1',
      xenId: { value: 1, origin },
      cap: { value: 0, origin },
      vCpus: { value: 1, origin },
    })
    expect(found.sources.find((s) => s.path === 'xl-list.txt')).toMatchObject({
      kind: 'xl-output',
      title: 'Output of xl sched-credit, xl list and xl vcpu-list',
      warnings: [],
    })
  })

  it('takes precedence over the host, but not over recording.json', async () => {
    const host = await someHost(2)
    const files = sampleFiles(recordingName, isTrace)
    const byHost = await upload(files, host.id)
    expect(match(byHost, 2)).toMatchObject({ domain: 'vm1', origin: { kind: 'host' } })
    expect(weightsOf(byHost)).toEqual({ vm1: 999 })
    const byXl = await upload([...files, xlFile('xl-after.txt')], host.id)
    expect(match(byXl, 2)).toMatchObject({ domain: 'vm2', origin: { kind: 'xl-output' } })
    expect(weightsOf(byXl)).toMatchObject({ vm1: 384 })
    const byRecording = await upload(
      [...files, ...sampleFiles(recordingName, (file) => file.endsWith('.json') || isXl(file))],
      host.id,
    )
    expect(match(byRecording, 2)).toMatchObject({ domain: 'vm2', origin: { kind: 'recording' } })
    expect(byRecording.hostFacts).toMatchObject({
      scheduler: { value: 'credit', origin: { kind: 'recording' } },
      contradictions: [],
    })
    expect(weightsOf(byRecording)).toMatchObject({ vm1: 384 })
  })

  it('tells of a host that was never read, once its upload is analysed', async () => {
    const { id: hostId } = await client.api.deps.db.host.create({ data: { name: 'told' } })
    const found = await upload([xlFile('xl-after.txt')])
    await client.api.deps.db.analysis.create({
      data: { name: 'told', hostId, options: {}, uploads: { connect: { id: found.id } } },
    })
    const origin = { kind: 'xl-output', path: 'xl-after.txt' }
    expect((await hostOf(hostId)).recordedFacts).toMatchObject({
      uploadId: found.id,
      uploadName: found.name,
      at: found.createdAt,
      facts: { tsliceMs: { value: 30, origin }, domains: [{}, { domain: 'vm1' }, {}, {}] },
    })
    await client.api.deps.db.host.update({
      where: { id: hostId },
      data: { inventory: { cpupools: [], domains: [] } },
    })
    expect((await hostOf(hostId)).recordedFacts).toBeNull()
  })

  it('gives way to the operator', async () => {
    const found = await upload([...sampleFiles(recordingName, isTrace), xlFile('xl-after.txt')])
    const { source } = match(found, 1)
    const after = await change(found, source.path, { domains: [{ found: 'dom1', domain: 'web' }] })
    expect(match(after, 1)).toMatchObject({ domain: 'web', origin: { kind: 'operator' } })
    const again = contract.Upload.parse(await client.inspect(found.id))
    expect(match(again, 1)).toMatchObject({ domain: 'web', origin: { kind: 'operator' } })
  })

  it('withdraws its answers when it is left out, also after the next inspection', async () => {
    const found = await upload([...sampleFiles(recordingName, isTrace), xlFile('xl-after.txt')])
    const without = await change(found, 'xl-after.txt', { included: false })
    expect(match(without, 1)).toMatchObject({ domain: null, origin: null })
    expect(without.openQuestions.map(({ questionId }) => questionId)).toContain('domain')
    expect(without.hostFacts).toMatchObject({ scheduler: null, domains: [] })
    const again = contract.Upload.parse(await client.inspect(found.id))
    expect(match(again, 1)).toMatchObject({ domain: null })
    const back = await change(again, 'xl-after.txt', { included: true })
    expect(match(back, 1)).toMatchObject({ domain: 'vm1' })
    expect(weightsOf(back)).toMatchObject({ vm1: 384 })
  })

  it('contributes nothing where two outputs differ', async () => {
    const found = await upload([...sampleFiles(recordingName, isTrace), ...xlFiles()])
    expect(weightsOf(found)).toEqual({ 'Domain-0': 256, vm1: undefined, vm2: 256, vm3: 256 })
    expect(found.hostFacts.contradictions).toEqual([
      expect.stringMatching(/weight of vm1: 384 \(.*\), 256 \(xl-before\.txt\)/),
    ])
    expect(match(found, 1)).toMatchObject({ domain: 'vm1' })
  })

  it('reports what is damaged in it', async () => {
    const list = xlFile('xl-after.txt')
    const content = String(list.content).replace('    384    0', '  99384    0')
    const found = await upload([...sampleFiles(recordingName, isTrace), { ...list, content }])
    const source = found.sources.find((s) => s.kind === 'xl-output')!
    expect(source.warnings.join()).toContain('A part of it is ignored')
    expect(weightsOf(found)).toMatchObject({ vm1: undefined })
    expect(match(found, 1)).toMatchObject({ domain: 'vm1' })
  })
})

const isXl = (file: string) => /xl-(before|after)\.txt|weight-change/.test(file)
const xlFiles = () => sampleFiles(recordingName, isXl)

describe('an analysis without recording.json', () => {
  /** Precedence does not depend on how much the twin plays. */
  const shortRange = { from: '2026-11-20T16:25:10Z', to: '2026-11-20T16:25:40Z' }
  let found: contract.Upload
  let hostId: string
  const analyse = async () => {
    const options = { estimator: 'delay-aware', range: shortRange }
    const body = { hostId, uploadIds: [found.id], options }
    return contract.Analysis.parse(await client.analyse(body)).result!
  }
  const weightIn = (result: contract.AnalysisResult) =>
    result.domains.find(({ domain }) => domain === 'vm1')!.weight

  beforeAll(async () => {
    hostId = (await someHost(1)).id
    found = await upload([...sampleFiles(recordingName, isMeasured), xlFile('xl-after.txt')])
    const { source } = match(found, 1)
    found = await change(found, source.path, {
      settings: { startedAt: '2026-11-20T16:25:05.555Z' },
    })
    expect(found.openQuestions).toEqual([])
  })

  it('prefers the weights of xl to those that the host has today', async () => {
    const result = await analyse()
    expect(weightIn(result)).toBe(384)
    const said = result.dataQuality.find(({ code }) => code === 'host-facts')
    expect(said?.text).toContain('xl-after.txt')
    expect(result.dataQuality.map(({ code }) => code)).not.toContain('weights-assumed')
    expect(result.twin.reason ?? '').not.toContain('time slice')
  })

  it('uses those of the host once the output is left out', async () => {
    found = await change(found, 'xl-after.txt', { included: false })
    for (const number of [1, 2, 3]) {
      const { source } = match(found, number)
      const domains = [{ found: `dom${number}`, domain: `vm${number}` }]
      found = await change(found, source.path, { domains })
    }
    expect(weightIn(await analyse())).toBe(999)
  })
})
