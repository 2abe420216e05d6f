import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  sampleFiles,
  startUploadClient,
  type UploadClient,
} from '../uploads/testing/upload-client.ts'

let client: UploadClient
let hostId: string

beforeAll(async () => {
  client = await startUploadClient()
  hostId = (await client.api.deps.db.host.create({ data: { name: 'xen1' } })).id
})
afterAll(() => client.close())

describe('x', () => {
  it('y', async () => {
    const upload = await client.upload(sampleFiles('paper-table3-equal'), { hostId })
    console.log(upload.state, upload.trouble, upload.recording, upload.openQuestions)
    for (const s of upload.sources)
      console.log(
        s.path,
        s.kind,
        s.included,
        s.title,
        JSON.stringify(s.domains),
        s.questions.map((q) => q.text),
        s.warnings,
        s.trouble,
        JSON.stringify(s.samples[0]).slice(0, 200),
      )
    const analysis = await client.analyse({ hostId, uploadIds: [upload.id] })
    console.log(analysis.state, analysis.trouble, analysis.result?.headline)
    for (const d of analysis.result?.dataQuality ?? []) console.log(d.severity, d.code, d.text)
    expect(contract.Analysis.safeParse(analysis).error).toBeUndefined()
  })
})
