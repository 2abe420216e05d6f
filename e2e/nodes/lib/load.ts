import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import { urlOf } from '@steelyard/contract'

const TUS = { 'tus-resumable': '1.0.0' }
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' }
const PATCH_BYTES = 2 ** 20
const ASK_AGAIN_MS = 300
/** No answer of the product takes so long on a machine that works. */
const ANSWER_WITHIN_MS = 30_000

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: Uint8Array | string
}

/** A client that knows several APIs and takes the next where one does not answer. */
export class Client {
  readonly #origins: readonly string[]
  readonly #headers: Record<string, string>
  #next = 0
  /** Connections that broke, and answers that said "not now". */
  retries = 0

  constructor(origins: readonly string[], secret: string) {
    this.#origins = origins
    this.#headers = { authorization: `Bearer ${secret}` }
  }

  /** One attempt, at each call with another API. */
  async once(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Response> {
    const origin = this.#origins[this.#next++ % this.#origins.length]!
    return fetch(origin + path, {
      method,
      headers: { ...this.#headers, ...headers },
      ...(body === undefined ? {} : { body: body as BodyInit }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  }

  /** Asks until there is an answer. What may be asked twice is asked twice. */
  async ask(path: string, asked: Asked = {}): Promise<Response> {
    for (;;) {
      const answer = await this.once(path, asked).catch(() => null)
      if (answer && answer.status < 500 && answer.status !== 423) return answer
      this.retries++
      await sleep(ASK_AGAIN_MS)
    }
  }

  async json<T>(
    path: string,
    method = 'GET',
    body?: unknown,
  ): Promise<{ status: number; body: T }> {
    const answer = await this.ask(path, {
      method,
      ...(body === undefined
        ? {}
        : {
            headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
            body: JSON.stringify(body),
          }),
    })
    const text = await answer.text()
    const parsed = text ? JSON.parse(text) : null
    // The API that began it under this key was killed, and left it undone or without an answer.
    if (answer.status === 409 && String(parsed?.code).startsWith('idempotency-')) {
      this.retries++
      await sleep(ASK_AGAIN_MS)
      return this.json(path, method, body)
    }
    return { status: answer.status, body: parsed as T }
  }
}

/** A log about which nothing has to be asked, with 1000 requests a second. */
export function makeLog(lines: number): string {
  return Array.from({ length: lines }, (_, i) => {
    const minute = String(Math.floor(i / 60_000) % 60).padStart(2, '0')
    const second = String(Math.floor(i / 1000) % 60).padStart(2, '0')
    const stamp = `[01/Oct/2026:12:${minute}:${second} +0000]`
    return `10.0.0.1 - - ${stamp} "GET /${i} HTTP/1.1" 200 13 "-" "curl" ${(i % 100) + 1}us\n`
  }).join('')
}

export interface Sent {
  uploadId: string
  analysisId: string
}

/** Sends a file in pieces, each to the next API, has it inspected and analysed, and waits for both. */
export async function uploadAndAnalyse(
  client: Client,
  hostId: string,
  content: Buffer,
): Promise<Sent> {
  const created = await client.json<contract.Upload>('/api/v1/uploads', 'POST', {
    name: `drill ${randomUUID()}`,
    hostId,
  })
  const uploadId = created.body.id
  await sendFile(client, await beginFile(client, uploadId, content), content)
  const upload = await inspected(client, uploadId)
  if (upload.state !== 'ready') throw new Error(`${uploadId}: ${JSON.stringify(upload.trouble)}`)
  const asked = await client.json<{ analysis: contract.Analysis }>('/api/v1/analyses', 'POST', {
    hostId,
    uploadIds: [uploadId],
    targets: [],
  })
  if (asked.status !== 202) throw new Error(`analysis: ${JSON.stringify(asked.body)}`)
  const analysisId = asked.body.analysis.id
  for (;;) {
    const { body } = await client.json<contract.Analysis>(
      urlOf('/api/v1', contract.getAnalysis.path, { id: analysisId }),
    )
    if (body.state === 'succeeded') return { uploadId, analysisId }
    if (body.state === 'failed') throw new Error(`${analysisId} failed: ${JSON.stringify(body)}`)
    await sleep(ASK_AGAIN_MS)
  }
}

/** A creation whose answer was lost has still made the file, so the upload is asked for it. */
async function beginFile(client: Client, uploadId: string, content: Buffer): Promise<string> {
  const path = urlOf('/api/v1', contract.tusCreateFile.path, { id: uploadId })
  const metadata = `filename ${Buffer.from('vm1.log').toString('base64')}`
  const headers = {
    ...TUS,
    'upload-length': String(content.length),
    'upload-metadata': metadata,
  }
  for (;;) {
    const answer = await client.once(path, { method: 'POST', headers }).catch(() => null)
    if (answer?.status === 201) return answer.headers.get('location')!
    client.retries++
    await sleep(ASK_AGAIN_MS)
    const { body } = await client.json<contract.Upload>(
      urlOf('/api/v1', contract.getUpload.path, { id: uploadId }),
    )
    const [file] = body.files
    if (!file) continue
    const location = `${path}/${file.id}`
    const head = await client.ask(location, { method: 'HEAD', headers: TUS })
    if (head.status === 200) return location
    // Its row was made and its place was not: it is begun anew.
    await client.ask(location, { method: 'DELETE' })
  }
}

async function sendFile(client: Client, location: string, content: Buffer): Promise<void> {
  for (;;) {
    const head = await client.ask(location, { method: 'HEAD', headers: TUS })
    if (head.status !== 200) throw new Error(`HEAD ${head.status}`)
    const offset = Number(head.headers.get('upload-offset'))
    if (offset === content.length) return
    const headers = { ...BYTES, 'upload-offset': String(offset) }
    const body = content.subarray(offset, offset + PATCH_BYTES)
    const answer = await client.once(location, { method: 'PATCH', headers, body }).catch(() => null)
    if (answer?.status === 204) continue
    client.retries++
    await sleep(ASK_AGAIN_MS)
  }
}

async function inspected(client: Client, uploadId: string): Promise<contract.Upload> {
  const path = urlOf('/api/v1', contract.inspectUpload.path, { id: uploadId })
  const asked = await client.json<contract.Problem>(path, 'POST')
  // 409: an earlier attempt, whose answer was lost, has begun it.
  if (asked.status !== 202 && asked.status !== 409)
    throw new Error(`inspection: ${JSON.stringify(asked.body)}`)
  for (;;) {
    const { body } = await client.json<contract.Upload>(
      urlOf('/api/v1', contract.getUpload.path, { id: uploadId }),
    )
    if (body.state === 'ready' || body.state === 'refused') return body
    await sleep(ASK_AGAIN_MS)
  }
}
