import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import Fastify, { type FastifyReply } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemActor } from '../../access/actor.ts'
import { startTestApi, type TestApi } from '../../testing/test-api.ts'
import { MadeFile, type PlaceForFile } from './made-file.ts'
import { sendMadeFile } from './send-made-file.ts'
import { madeFilesDirectory } from './sweep-made-files.ts'

const MIB = 2 ** 20
/** More than the buffers of two sockets hold. */
const LARGE = 64

let api: TestApi
let make: (place: PlaceForFile, signal: AbortSignal) => Promise<void>
const ended: Promise<unknown>[] = []
const app = Fastify({ forceCloseConnections: true })
app.get<{ Querystring: { whose: string } }>('/file', async ({ query }, reply) => {
  const actor = systemActor('worker')
  actor.principal.userId = query.whose
  const sending = sendMadeFile(
    api.deps,
    { reply: reply as unknown as FastifyReply, actor, fileName: 'a.bin' },
    (place, signal) => make(place, signal),
    200,
  )
  ended.push(sending.catch((error: unknown) => error))
  await sending
})

beforeAll(async () => {
  api = await startTestApi()
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await api.close()
})
beforeEach(() => {
  ended.length = 0
})

const writes = (mebibytes: number) => async (place: PlaceForFile) =>
  MadeFile.at(place, async (file) => {
    for (let i = 0; i < mebibytes; i++) await file.write(Buffer.alloc(MIB, i))
  })

/** A client that asks, and reads nothing until it is told to. */
function ask(whose: string): Socket {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  socket.pause()
  socket.write(`GET /file?whose=${whose} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  return socket
}

const get = (whose: string) => app.inject({ url: `/file?whose=${whose}` })
const left = async () => readdir(await madeFilesDirectory(api.deps.config))

describe('a file that is made for one answer', () => {
  it('comes whole and with its length, and is gone from the disk', async () => {
    make = writes(3)
    const reply = await get('a')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-length']).toBe(String(3 * MIB))
    expect(reply.rawPayload.equals(Buffer.concat([0, 1, 2].map((i) => Buffer.alloc(MIB, i))))).toBe(
      true,
    )
    expect(await left()).toEqual([])
  })

  it('gives a failure an answer of its own, however much was written', async () => {
    make = async (place) => {
      await writes(5)(place)
      throw Object.assign(new Error('it broke'), { statusCode: 418 })
    }
    expect((await get('a')).statusCode).toBe(418)
    expect(await left()).toEqual([])
  })
})

describe('a client that does not read', () => {
  it('holds up nobody: the work has long been done, and it is cut off', async () => {
    make = writes(LARGE)
    const idler = ask('idler')
    await vi.waitFor(() => expect(ended).toHaveLength(1))
    await vi.waitFor(async () => expect(await left()).toHaveLength(1))
    await vi.waitFor(async () => expect(await left()).toEqual([]), 20_000)
    make = writes(1)
    expect((await get('other')).statusCode).toBe(200)
    await ended[0]
    idler.destroy()
  })

  it('has two such downloads at most', async () => {
    let end = () => {}
    const waits = new Promise<void>((resolve) => {
      end = resolve
    })
    make = () => waits
    const two = [get('many'), get('many')]
    await vi.waitFor(() => expect(ended).toHaveLength(2))
    expect((await get('many')).json().code).toBe('too-many-downloads')
    make = writes(1)
    expect((await get('other')).statusCode).toBe(200)
    end()
    await Promise.all(two)
    await Promise.all(ended)
    expect((await get('many')).statusCode).toBe(200)
  })
})

/** The limit of Vitest is for a machine that has nothing else to do. */
const WHEN_BUSY = { timeout: 10_000 }

it('a client that leaves ends the work for it', async () => {
  let stopped: unknown
  let isMaking = false
  make = (_, signal) =>
    new Promise((_resolve, reject) => {
      isMaking = true
      signal.addEventListener('abort', () => {
        stopped = signal.reason
        reject(signal.reason)
      })
    })
  const leaver = ask('leaver')
  await vi.waitFor(() => expect(isMaking).toBe(true), WHEN_BUSY)
  leaver.destroy()
  await vi.waitFor(() => expect(stopped).toMatchObject({ code: 'client-left' }), WHEN_BUSY)
  await vi.waitFor(async () => expect(await left()).toEqual([]), WHEN_BUSY)
})

it('422 where it grows too large or the disk has no room', async () => {
  make = async (place) =>
    MadeFile.at(place, async (file) => {
      const piece = Buffer.alloc(0)
      Object.defineProperty(piece, 'length', { value: 2 ** 31 })
      await file.write(piece)
    })
  expect((await get('a')).json().code).toBe('export-too-large')
  make = async (place) =>
    writes(2)({ ...place, room: { ...place.room, keptFreeBytes: Number.MAX_SAFE_INTEGER } })
  expect((await get('a')).json().code).toBe('no-space-left')
})
