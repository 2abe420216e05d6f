import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Permission } from '@steelyard/contract'
import * as contract from '@steelyard/contract'
import type { JobRegistration } from '../../jobs/handle-job.ts'
import { startJobRunner } from '../../jobs/job-runner.ts'
import { type Caller, startTestApi, type TestApi } from '../../testing/test-api.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { workerJobs } from '../../worker-jobs.ts'

export const samplesDir = path.resolve(import.meta.dirname, '../../../../../samples')

export interface SentFile {
  name: string
  content: Buffer | string
  modifiedAt?: string
}

interface InjectOptions {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE' | 'OPTIONS'
  url: string
  headers?: Record<string, string>
  payload?: Buffer | Readable
}

/** The API with a worker in the same process, and an operator who can use tus. */
export interface UploadClient {
  api: TestApi
  call: Caller
  /** The header that proves who the operator is. */
  authorization: string
  /** Sends any request with the operator's token, because tus is not in the contract's JSON. */
  raw(
    options: InjectOptions,
  ): Promise<{ status: number; headers: Record<string, unknown>; body: string }>
  createUpload(body?: { name?: string; hostId?: string }): Promise<contract.Upload>
  begin(uploadId: string, file: SentFile): Promise<string>
  send(uploadId: string, file: SentFile): Promise<string>
  inspect(uploadId: string): Promise<contract.Upload>
  /** Creates an upload of these files and waits until it is inspected. */
  upload(files: readonly SentFile[], body?: { hostId?: string }): Promise<contract.Upload>
  analyse(body: Record<string, unknown>): Promise<contract.Analysis>
  close(): Promise<void>
}

export const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = 'application/offset+octet-stream'

/**
 * @param options `jobs`: what the worker handles; all by default, and no worker for an empty list
 */
export async function startUploadClient(
  options: {
    jobs?: readonly JobRegistration[]
    scopes?: Permission[]
    env?: Record<string, string>
  } = {},
): Promise<UploadClient> {
  const jobs = options.jobs ?? workerJobs
  const worker = jobs.length > 0
  // A supervising queue is notified of new jobs at once; any other polls every two seconds.
  const api = await startTestApi({ supervise: worker, env: options.env ?? {} })
  const runner = worker ? await startJobRunner(api.deps, 'worker', jobs) : null
  const call = await api.as('administrator')
  // A token cannot combine that scope with others.
  const all = contract.Permission.options.filter((scope) => scope !== 'load-balancer')
  const token = await call(contract.createToken, {
    body: { name: 'test', scopes: options.scopes ?? all },
  })
  const authorization = `Bearer ${token.body.secret}`

  const raw: UploadClient['raw'] = async ({ method, url, headers, payload }) => {
    const reply = await api.app.inject({
      method,
      url,
      headers: { authorization, ...headers },
      ...(payload ? { payload } : {}),
    })
    return { status: reply.statusCode, headers: reply.headers, body: reply.body }
  }
  const begin: UploadClient['begin'] = async (uploadId, { name, content, modifiedAt }) => {
    const metadata = [`filename ${base64(name)}`]
    if (modifiedAt) metadata.push(`modifiedAt ${base64(modifiedAt)}`)
    const reply = await raw({
      method: 'POST',
      url: `/api/v1/uploads/${uploadId}/files`,
      headers: {
        ...TUS,
        'upload-length': String(Buffer.byteLength(content)),
        'upload-metadata': metadata.join(','),
      },
    })
    if (reply.status !== 201) throw new Error(`tus creation: ${reply.status} ${reply.body}`)
    return String(reply.headers.location)
  }
  const send: UploadClient['send'] = async (uploadId, file) => {
    const location = await begin(uploadId, file)
    const payload = Buffer.from(file.content)
    if (payload.length === 0) return location
    const reply = await raw({
      method: 'PATCH',
      url: location,
      headers: { ...TUS, 'upload-offset': '0', 'content-type': BYTES },
      payload,
    })
    if (reply.status !== 204) throw new Error(`tus patch: ${reply.status} ${reply.body}`)
    return location
  }
  const createUpload: UploadClient['createUpload'] = async (body = {}) =>
    expectStatus(await call(contract.createUpload, { body }), 201)
  const get = async (id: string): Promise<contract.Upload> =>
    expectStatus(await call(contract.getUpload, { params: { id } }), 200)
  const inspect: UploadClient['inspect'] = async (id) => {
    const { job } = expectStatus(await call(contract.inspectUpload, { params: { id } }), 202)
    await waitForJob(api.deps, job.id)
    return get(id)
  }
  return {
    api,
    call,
    authorization,
    raw,
    createUpload,
    begin,
    send,
    inspect,
    async upload(files, body = {}) {
      const { id } = await createUpload(body)
      for (const file of files) await send(id, file)
      return inspect(id)
    },
    async analyse(body) {
      const { analysis, job } = expectStatus(await call(contract.createAnalysis, { body }), 202)
      await waitForJob(api.deps, job.id)
      const params = { id: analysis.id }
      return expectStatus(await call(contract.getAnalysis, { params }), 200)
    },
    async close() {
      await runner?.stop()
      await api.close()
    },
  }
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of all operations pass through here
function expectStatus({ status, body }: { status: number; body: any }, expected: number): any {
  if (status !== expected)
    throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body)}`)
  return body
}

/** The files of a shipped recording, as if an operator had dropped its folder. */
export function sampleFiles(name: string, wanted?: (path: string) => boolean): SentFile[] {
  return recordingFiles(path.join(samplesDir, name), wanted)
}

export function recordingFiles(
  root: string,
  wanted: (path: string) => boolean = () => true,
): SentFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((entry) => statSync(path.join(root, entry)).isFile() && wanted(entry))
    .sort()
    .map((entry) => ({ name: entry, content: readFileSync(path.join(root, entry)) }))
}
