import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../uploads/testing/upload-client.ts'

let client: UploadClient
beforeAll(async () => {
  client = await startUploadClient()
})
afterAll(() => client.close())

it.each(['paper-table3-equal', 'paper-table3-reweighted'])(
  'the phases of %s lie within what is predicted for them, with intervals that say something',
  async (sample) => {
    const hostId = (await client.api.deps.db.host.create({ data: { name: sample } })).id
    const upload = await client.upload(
      sampleFiles(sample, () => true),
      { hostId },
    )
    const targets = [{ domain: 'vm1', responseTimeMs: 180, throughputPerSecond: null }]
    const { result } = await client.analyse({
      hostId,
      uploadIds: [upload.id],
      name: sample,
      targets,
    })
    const compared = result!.phases.flatMap(({ domains }) =>
      domains.flatMap(({ measured, predicted }) =>
        measured?.p95Ms && predicted
          ? [{ ms: measured.p95Ms, lowMs: predicted.lowMs, highMs: predicted.highMs }]
          : [],
      ),
    )
    expect(compared).toHaveLength(21)
    const inside = compared.filter(({ ms, lowMs, highMs }) => ms >= lowMs && ms <= highMs)
    expect(inside.length / compared.length).toBeGreaterThanOrEqual(0.8)
    const widths = compared.map(({ lowMs, highMs }) => highMs / lowMs).sort((a, b) => a - b)
    // A factor of two each way, in the middle one.
    expect(widths[10]).toBeLessThan(4)
  },
)
