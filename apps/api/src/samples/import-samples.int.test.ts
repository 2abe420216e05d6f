import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startUploadClient, type UploadClient } from '../uploads/testing/upload-client.ts'
import { importSamples } from './import-samples.ts'
import { SAMPLE_HOST_NAME } from './sample-recordings.ts'

let client: UploadClient
const never = new AbortController().signal

beforeAll(async () => {
  client = await startUploadClient()
})
afterAll(() => client.close())

async function analysesWhenDone(count: number): Promise<contract.AnalysisSummary[]> {
  for (;;) {
    const { body } = await client.call(contract.listAnalyses)
    const ended = body.data.filter((a: contract.AnalysisSummary) => a.finishedAt)
    if (ended.length >= count) return ended
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

describe('importSamples', () => {
  it('gives an empty installation a host with two analyses, made the way of every upload', async () => {
    // Two workers that start together must not both import.
    await Promise.all([
      importSamples(client.api.deps, never),
      importSamples(client.api.deps, never),
    ])
    const analyses = await analysesWhenDone(2)
    expect(analyses.map(({ name, verdict, state }) => ({ name, verdict, state }))).toEqual([
      { name: 'Sample: vm1 raised to 384', verdict: 'ok', state: 'succeeded' },
      { name: 'Sample: equal weights', verdict: 'reweight', state: 'succeeded' },
    ])
    const hosts = await client.api.deps.db.host.findMany({ include: { domains: true } })
    expect(hosts).toMatchObject([{ name: SAMPLE_HOST_NAME, isSample: true }])
    expect(hosts[0]!.domains.map((domain) => domain.name).sort()).toEqual(['vm1', 'vm2', 'vm3'])
  }, 240_000)

  it('does nothing the next time, also when everything was deleted', async () => {
    const { db } = client.api.deps
    const before = await db.analysis.count()
    await importSamples(client.api.deps, never)
    expect(await db.analysis.count()).toBe(before)
    const [newest] = await analysesWhenDone(2)
    await client.call(contract.deleteAnalysis, { params: { id: newest!.id } })
    await importSamples(client.api.deps, never)
    expect(await db.analysis.count()).toBe(before - 1)
    await db.host.deleteMany()
    await importSamples(client.api.deps, never)
    expect(await db.host.count()).toBe(0)
  })
})

describe('an installation with a host', () => {
  it('gets no samples', async () => {
    const other = await startUploadClient({ worker: false })
    await other.api.deps.db.host.create({ data: { name: 'mine' } })
    await importSamples(other.api.deps, never)
    expect(await other.api.deps.db.host.count()).toBe(1)
    expect(await other.api.deps.db.upload.count()).toBe(0)
    await other.close()
  })
})
