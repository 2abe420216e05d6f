import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startUploadClient, type UploadClient } from '../uploads/testing/upload-client.ts'

let client: UploadClient
beforeAll(async () => {
  client = await startUploadClient({ jobs: [] })
})
afterAll(() => client.close())

it('a job keeps the id of the request that asked for it', async () => {
  const { id } = await client.createUpload()
  await client.send(id, { name: 'vm1.log', content: 'abc' })
  const headers = { 'x-request-id': 'from-the-gateway' }
  const { body } = await client.call(contract.inspectUpload, { params: { id }, headers })
  const job = await client.api.deps.db.job.findUniqueOrThrow({ where: { id: body.job.id } })
  expect(job.requestId).toBe('from-the-gateway')
})
