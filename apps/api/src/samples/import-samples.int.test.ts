import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inspectUpload } from '../uploads/inspection/inspect-upload.ts'
import { startUploadClient, type UploadClient } from '../uploads/testing/upload-client.ts'
import { importSamples } from './import-samples.ts'
import { SAMPLE_HOST_NAME, sampleTargets } from './sample-recordings.ts'

let client: UploadClient
const never = new AbortController().signal

// The journeys test what the analyses find; here they stay queued.
beforeAll(async () => {
  client = await startUploadClient({ jobs: [inspectUpload] })
})
afterAll(() => client.close())

async function analysisWith(id: string): Promise<contract.Analysis> {
  const { body } = await client.call(contract.getAnalysis, { params: { id } })
  return contract.Analysis.parse(body)
}

describe('importSamples', () => {
  it('gives an empty installation a host with two analyses, created like any upload', async () => {
    // Two workers that start together must not both import.
    await Promise.all([
      importSamples(client.api.deps, never),
      importSamples(client.api.deps, never),
    ])
    const { body } = await client.call(contract.listAnalyses)
    const analyses = await Promise.all(
      body.data.map(({ id }: contract.AnalysisSummary) => analysisWith(id)),
    )
    expect(analyses).toMatchObject([
      { name: 'Sample: vm1 raised to 384', state: 'queued', targets: sampleTargets },
      { name: 'Sample: equal weights', state: 'queued', targets: sampleTargets },
    ])
    const uploads = await client.call(contract.listUploads)
    expect(uploads.body.data).toMatchObject([
      { state: 'ready', name: 'Sample: vm1 raised to 384' },
      { state: 'ready', name: 'Sample: equal weights' },
      { state: 'ready', name: 'Sample: 20 s traced' },
    ])
    const traced = await client.call(contract.listTracedRequests, {
      params: { id: uploads.body.data[2].id },
    })
    expect(traced.body).toMatchObject({ domain: 'vm1', domains: ['vm1', 'vm2', 'vm3'] })
    const hosts = await client.api.deps.db.host.findMany({ include: { domains: true } })
    expect(hosts).toMatchObject([{ name: SAMPLE_HOST_NAME, isSample: true }])
    expect(hosts[0]!.domains.map((domain) => domain.name).sort()).toEqual(['vm1', 'vm2', 'vm3'])
  })

  it('does nothing the next time, even when everything was deleted', async () => {
    const { db } = client.api.deps
    const before = await db.analysis.count()
    await importSamples(client.api.deps, never)
    expect(await db.analysis.count()).toBe(before)
    const { body } = await client.call(contract.listAnalyses)
    const { id, jobId } = await analysisWith(body.data[0].id)
    await client.call(contract.cancelJob, { params: { id: jobId! } })
    await client.call(contract.deleteAnalysis, { params: { id } })
    await importSamples(client.api.deps, never)
    expect(await db.analysis.count()).toBe(before - 1)
    await db.host.deleteMany()
    await importSamples(client.api.deps, never)
    expect(await db.host.count()).toBe(0)
  })
})

describe('an installation with a host', () => {
  it('gets no samples', async () => {
    const other = await startUploadClient({ jobs: [] })
    await other.api.deps.db.host.create({ data: { name: 'mine' } })
    await importSamples(other.api.deps, never)
    expect(await other.api.deps.db.host.count()).toBe(1)
    expect(await other.api.deps.db.upload.count()).toBe(0)
    await other.close()
  })
})
