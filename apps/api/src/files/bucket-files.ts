import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type FilePart, piecesOf, wholeBytes } from './file-parts.ts'
import { type Appending, type Files, FilesAway, NoSuchFile, type StoredBytes } from './files.ts'
import type { BucketSetting } from './files-setting.ts'

/** Bytes that a killed process loses of a file at most; its sender sends them again. */
const PART_BYTES = 8 * 2 ** 20
/** S3 deletes so many objects in one request. */
const MOST_AT_ONCE = 1000
/** One request: a part comes through in this time, or is asked for again. */
const REQUEST_MS = 60_000
const CONNECT_MS = 5_000
const FIRST_WAIT_MS = 250
/** Whoever checks can say that it does not answer, and check again. */
const PATIENCE_OF_CHECK_MS = 5_000
const MAX_WAIT_MS = 5_000

/** So that names sort as numbers do. */
const OFFSET_DIGITS = 15
const PART_NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\d{15})$/

/**
 * Files in a bucket. Objects cannot grow, so a file is a folder of parts that are named by their first
 * byte: what has come is there for every machine, also before the rest has.
 */
export class BucketFiles implements Files {
  readonly place: string
  readonly #setting: BucketSetting
  readonly #client: S3Client
  readonly #patienceMs: number

  constructor(setting: BucketSetting, patienceMs: number) {
    const { region, endpoint, accessKeyId, secretAccessKey } = setting
    this.#setting = setting
    this.#patienceMs = patienceMs
    this.place = `the bucket ${setting.bucket}${endpoint ? ` at ${endpoint}` : ''}`
    this.#client = new S3Client({
      region,
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      credentials: { accessKeyId, secretAccessKey },
      // Its own attempts are few and quick; ours last as long as somebody is willing to wait.
      maxAttempts: 1,
      requestHandler: { connectionTimeout: CONNECT_MS },
      // Each request is signed with the hash of its body already, and not all servers know others.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
  }

  async check(): Promise<void> {
    const probe = randomUUID()
    const may = async (what: string, action: () => Promise<unknown>) => {
      await action().catch((error: unknown) => {
        throw error instanceof FilesAway ? error : new Error(this.#refusal(what, error))
      })
    }
    const patienceMs = Math.min(this.#patienceMs, PATIENCE_OF_CHECK_MS)
    await may('write objects', () => this.#put(probe, 0, Buffer.from('steelyard'), patienceMs))
    await may('list objects', () => this.stat(probe))
    await may('read objects', async () => {
      for await (const _ of this.read(probe, 2, 4));
    })
    await may('delete objects', () => this.remove([probe]))
  }

  async create(id: string): Promise<void> {
    await this.#put(id, 0, Buffer.alloc(0))
  }

  async append(id: string): Promise<Appending> {
    const stored = await this.stat(id)
    if (!stored) throw noSuchFile(id)
    return new BucketAppending(stored.bytes, (fromByte, bytes) => this.#put(id, fromByte, bytes))
  }

  async *read(id: string, fromByte = 0, toByte = Number.POSITIVE_INFINITY): AsyncGenerator<Buffer> {
    const { parts } = await this.#parts(id)
    if (parts.length === 0) throw noSuchFile(id)
    const pieces = piecesOf(parts, fromByte, toByte)
    const get = (index: number) => {
      const piece = pieces[index]
      const bytes = piece && this.#get(id, piece.part.fromByte, piece.fromByte, piece.toByte)
      bytes?.catch(() => {}) // whoever stops reading does not ask how the next piece went
      return bytes
    }
    let next = get(0)
    for (let index = 0; next; index++) {
      const bytes = await next
      next = get(index + 1)
      yield bytes
    }
  }

  async stat(id: string): Promise<StoredBytes | null> {
    const { parts, writtenAt } = await this.#parts(id)
    return parts.length === 0 ? null : { id, bytes: wholeBytes(parts), writtenAt }
  }

  async *list(): AsyncGenerator<StoredBytes> {
    let id: string | undefined
    let parts: FilePart[] = []
    let writtenAt = new Date(0)
    for await (const object of this.#objects('')) {
      if (object.id !== id) {
        if (id) yield { id, bytes: wholeBytes(parts), writtenAt }
        id = object.id
        parts = []
        writtenAt = new Date(0)
      }
      parts.push(object)
      writtenAt = later(writtenAt, object.writtenAt)
    }
    if (id) yield { id, bytes: wholeBytes(parts), writtenAt }
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      const { parts } = await this.#parts(id)
      const objects = parts.map(({ fromByte }) => ({ Key: this.#key(id, fromByte) }))
      for (let at = 0; at < objects.length; at += MOST_AT_ONCE) {
        const Objects = objects.slice(at, at + MOST_AT_ONCE)
        const { Errors } = await this.#send((abortSignal) =>
          this.#client.send(
            new DeleteObjectsCommand({ ...this.#bucket, Delete: { Objects, Quiet: true } }),
            { abortSignal },
          ),
        )
        const [first] = Errors ?? []
        if (first) throw new Refused({ name: first.Code!, message: first.Message! })
      }
    }
  }

  /** The bucket's owner limits it, if anybody does. */
  async freeBytes(): Promise<number> {
    return Number.POSITIVE_INFINITY
  }

  get #bucket() {
    return { Bucket: this.#setting.bucket }
  }

  #key(id: string, fromByte: number): string {
    return `${this.#setting.prefix}${id}/${String(fromByte).padStart(OFFSET_DIGITS, '0')}`
  }

  async #put(id: string, fromByte: number, Body: Uint8Array, patienceMs?: number): Promise<void> {
    const Key = this.#key(id, fromByte)
    await this.#send(
      (abortSignal) =>
        this.#client.send(
          new PutObjectCommand({ ...this.#bucket, Key, Body, ContentLength: Body.length }),
          { abortSignal },
        ),
      patienceMs,
    )
  }

  /** Whole, so that a connection that breaks in the middle is tried again like any other failure. */
  async #get(id: string, part: number, fromByte: number, toByte: number): Promise<Buffer> {
    const Key = this.#key(id, part)
    const Range = `bytes=${fromByte}-${toByte - 1}`
    return this.#send(async (abortSignal) => {
      const { Body } = await this.#client.send(
        new GetObjectCommand({ ...this.#bucket, Key, Range }),
        { abortSignal },
      )
      const bytes = await Body!.transformToByteArray()
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }).catch((error: unknown) => {
      throw (error as Error).name === 'NoSuchKey' ? noSuchFile(id) : error
    })
  }

  async #parts(id: string): Promise<{ parts: FilePart[]; writtenAt: Date }> {
    const parts: FilePart[] = []
    let writtenAt = new Date(0)
    for await (const object of this.#objects(`${id}/`)) {
      parts.push(object)
      writtenAt = later(writtenAt, object.writtenAt)
    }
    return { parts, writtenAt }
  }

  /** In the order of their names, which is that of their files and first bytes. */
  async *#objects(under: string): AsyncGenerator<FilePart & { id: string; writtenAt: Date }> {
    const { prefix } = this.#setting
    let ContinuationToken: string | undefined
    do {
      const page = await this.#send((abortSignal) =>
        this.#client.send(
          new ListObjectsV2Command({
            ...this.#bucket,
            Prefix: prefix + under,
            ContinuationToken,
          }),
          { abortSignal },
        ),
      )
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        const [, id, offset] = PART_NAME.exec(Key!.slice(prefix.length)) ?? []
        if (!id) continue
        yield { id, fromByte: Number(offset), bytes: Size!, writtenAt: LastModified! }
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken)
  }

  /** @throws FilesAway once patience is at its end; else what the server says */
  async #send<T>(
    request: (signal: AbortSignal) => Promise<T>,
    patienceMs = this.#patienceMs,
  ): Promise<T> {
    const began = performance.now()
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
      try {
        return await request(AbortSignal.timeout(REQUEST_MS))
      } catch (error) {
        // What the SDK throws holds the request; only what was said goes on from here.
        const said = new Refused(error as Error)
        if (!isAway(error)) throw said
        if (performance.now() - began + waitMs > patienceMs) {
          throw new FilesAway(`${this.place} does not answer: ${said.name}, ${said.message}`)
        }
        await sleep(waitMs)
      }
    }
  }

  /** Never names a key's secret, nor what a request was signed with. */
  #refusal(what: string, error: unknown): string {
    const { bucket } = this.#setting
    const { name: code, message, isForbidden } = error as Refused
    switch (code) {
      case 'NoSuchBucket':
        return `STEELYARD_S3_BUCKET: ${this.place} does not exist. Create it, or name another one.`
      case 'AccessDenied':
        return `STEELYARD_S3_ACCESS_KEY_ID: this key may not ${what} in ${this.place}. Allow s3:PutObject, s3:GetObject, s3:DeleteObject and s3:ListBucket.`
      case 'PermanentRedirect':
      case 'AuthorizationHeaderMalformed':
        return `STEELYARD_S3_REGION: the bucket ${bucket} is in another region.`
    }
    if (isForbidden)
      return `STEELYARD_S3_ACCESS_KEY_ID, STEELYARD_S3_SECRET_ACCESS_KEY: they do not open ${this.place} (${code}).`
    return `STEELYARD_S3_BUCKET: Steelyard cannot ${what} in ${this.place}: ${code}, ${message}`
  }
}

/** Gathers bytes into parts. */
class BucketAppending implements Appending {
  readonly #put: (fromByte: number, bytes: Buffer) => Promise<void>
  #storedBytes: number
  #waiting: Uint8Array[] = []
  #waitingBytes = 0

  constructor(storedBytes: number, put: (fromByte: number, bytes: Buffer) => Promise<void>) {
    this.#storedBytes = storedBytes
    this.#put = put
  }

  async write(chunk: Uint8Array): Promise<void> {
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    if (this.#waitingBytes >= PART_BYTES) await this.#flush()
  }

  async close(): Promise<number> {
    if (this.#waitingBytes > 0) await this.#flush()
    return this.#storedBytes
  }

  async #flush(): Promise<void> {
    const part = Buffer.concat(this.#waiting)
    await this.#put(this.#storedBytes, part)
    this.#storedBytes += part.length
    this.#waiting = []
    this.#waitingBytes = 0
  }
}

const later = (one: Date, other: Date) => (one > other ? one : other)
const noSuchFile = (id: string) => new NoSuchFile(`there is no file ${id}`)

/** What the server said, without the request that the SDK's own errors hold. */
class Refused extends Error {
  readonly isForbidden: boolean

  constructor(said: { name: string; message: string; Code?: string; $metadata?: Answered }) {
    super(said.message)
    this.name = said.Code ?? said.name
    // Servers differ in how they call a key that they do not know.
    this.isForbidden = said.$metadata?.httpStatusCode === 403 || /Admin|AccessKey/.test(this.name)
  }
}

interface Answered {
  httpStatusCode?: number
}

/** No answer, or one that says "not now". */
function isAway(error: unknown): boolean {
  const { $metadata, name } = error as { $metadata?: Answered; name?: string }
  const status = $metadata?.httpStatusCode
  if (status === undefined) return name !== 'CredentialsProviderError'
  return status >= 500 || status === 429
}
