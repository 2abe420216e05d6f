import type { IncomingMessage, ServerResponse } from 'node:http'
import https, { type Server } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { answerCall, type Caller } from './calls/answer-call.ts'
import type { CallContext } from './calls/call-context.ts'
import { selfSigned } from './self-signed.ts'
import { ApiFailure } from './state/api-failure.ts'
import type { Value } from './state/database.ts'
import { RrdFailure } from './state/round-robin.ts'
import { rrdJson, rrdXml } from './wire/rrd-document.ts'
import { readXmlCall, xmlAnswer } from './wire/xml-rpc.ts'

/** A call that reached a host of the double. */
export interface SeenCall {
  host: number
  method: string
  params: Value[]
  userAgent: string
}

const JSON_TYPE = { 'content-type': 'application/json' }
const XML_TYPE = { 'content-type': 'text/xml' }
const XML_PATHS = ['/', '/RPC2', '/xmlrpc', '/json']

/** The HTTPS server of one host of a pool: JSON-RPC 1.0 and 2.0, XML-RPC, and what xcp-rrdd serves. */
export class MemberServer {
  readonly #index: number
  readonly #name: string
  readonly #context: CallContext
  readonly #seen: SeenCall[]
  readonly #coordinatorAddress: () => string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #isSilent = false

  constructor(
    index: number,
    name: string,
    context: CallContext,
    seen: SeenCall[],
    coordinatorAddress: () => string,
  ) {
    this.#index = index
    this.#name = name
    this.#context = context
    this.#seen = seen
    this.#coordinatorAddress = coordinatorAddress
    this.#server = https.createServer(selfSigned(name), (request, response) => {
      void this.#serve(request, response)
    })
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  async listen(address: string): Promise<number> {
    await new Promise<void>((done, fail) => {
      this.#server.once('error', fail)
      this.#server.listen(0, address, done)
    })
    return (this.#server.address() as AddressInfo).port
  }

  /** It takes connections and answers nothing, as a host whose coordinator died. */
  fallSilent(isSilent = true): void {
    this.#isSilent = isSilent
  }

  /** Presents another certificate from the next connection on. */
  changeCertificate(): void {
    this.#server.setSecureContext(selfSigned(this.#name))
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((done) => this.#server.close(() => done()))
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (this.#isSilent) return
    const body = Buffer.concat(parts).toString('utf8')
    const url = new URL(request.url ?? '/', 'https://host')
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const [status, headers, answer] =
      request.method === 'GET'
        ? this.#document(url, request)
        : url.pathname === '/jsonrpc'
          ? await this.#json(body, request, gone.signal)
          : XML_PATHS.includes(url.pathname)
            ? await this.#xml(body, request, gone.signal)
            : page(500, 'expected root element')
    if (!response.destroyed) response.writeHead(status, headers).end(answer)
  }

  async #call(
    method: string,
    params: Value[],
    request: IncomingMessage,
    gone: AbortSignal,
  ): Promise<Value> {
    const userAgent = request.headers['user-agent'] ?? ''
    this.#seen.push({ host: this.#index, method, params, userAgent })
    const caller: Caller = {
      host: this.#index,
      coordinatorAddress: this.#coordinatorAddress(),
      gone,
    }
    return answerCall(this.#context, caller, method, params)
  }

  async #json(body: string, request: IncomingMessage, gone: AbortSignal): Promise<Answer> {
    let call: { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: unknown }
    try {
      call = JSON.parse(body)
    } catch {
      return page(500, 'Yojson__Common.Json_error')
    }
    const { jsonrpc, id, method, params } = call
    if (id === undefined || typeof method !== 'string')
      return page(500, 'Jsonrpc.Malformed_method_request')
    const other = this.#context.faults.answer(method)
    if (other !== undefined) return [200, JSON_TYPE, other]
    const isSecond = jsonrpc === '2.0'
    try {
      const list = Array.isArray(params) ? (params as Value[]) : [params as Value]
      const result = await this.#call(method, list, request, gone)
      const answer = isSecond ? { jsonrpc, result, id } : { result, error: null, id }
      return [200, JSON_TYPE, JSON.stringify(answer)]
    } catch (error) {
      const { code, parameters } = failureOf(error)
      const answer = isSecond
        ? { jsonrpc, error: { code: 1, message: code, data: parameters }, id }
        : { result: null, error: [code, ...parameters], id }
      return [200, JSON_TYPE, JSON.stringify(answer)]
    }
  }

  async #xml(body: string, request: IncomingMessage, gone: AbortSignal): Promise<Answer> {
    let call: ReturnType<typeof readXmlCall>
    try {
      call = readXmlCall(body)
    } catch {
      return page(500, 'Xmlm.Error(1:1, &quot;unexpected end of input&quot;)')
    }
    const { method, params } = call
    try {
      const value = await this.#call(method, params, request, gone)
      // This one call answers without the frame of the others.
      const framed = method === 'system.listMethods' ? value : { Status: 'Success', Value: value }
      return [200, XML_TYPE, xmlAnswer(framed)]
    } catch (error) {
      const { code, parameters } = failureOf(error)
      const failure = { Status: 'Failure', ErrorDescription: [code, ...parameters] }
      return [200, XML_TYPE, xmlAnswer(failure)]
    }
  }

  #document(url: URL, request: IncomingMessage): Answer {
    if (url.pathname === '/jsonrpc') return page(403, 'forbidden')
    if (url.pathname !== '/rrd_updates') return page(500, 'expected root element')
    this.#seen.push({
      host: this.#index,
      method: `GET ${url.pathname}`,
      params: [url.search],
      userAgent: request.headers['user-agent'] ?? '',
    })
    const { sessions, roundRobin, faults, state } = this.#context
    const cookie = /(?:^|;\s*)session_id=([^;]+)/.exec(request.headers.cookie ?? '')?.[1]
    try {
      sessions.get(url.searchParams.get('session_id') ?? cookie ?? '')
    } catch {
      return page(401, 'unauthorised')
    }
    const start = url.searchParams.get('start')
    if (start === null) return [400, {}, '']
    if (faults.rrd === 'unreadable' || !/^\d+$/.test(start))
      return page(500, 'Rrd.No_RRA_Available')
    try {
      const updates = roundRobin.updates(state.hosts[this.#index]!, {
        start: Number(start),
        interval: Number(url.searchParams.get('interval') ?? 0),
        withHost: url.searchParams.get('host') === 'true',
        guestUuids: url.searchParams.getAll('vm_uuid'),
      })
      if (faults.rrd === 'data-empty') updates.rows = []
      return url.searchParams.get('json') === 'true'
        ? [200, JSON_TYPE, rrdJson(updates)]
        : [200, XML_TYPE, rrdXml(updates)]
    } catch (error) {
      if (error instanceof RrdFailure) return page(error.status, error.message)
      throw error
    }
  }
}

type Answer = [status: number, headers: Record<string, string>, body: string]

function failureOf(error: unknown): ApiFailure {
  return error instanceof ApiFailure ? error : new ApiFailure('INTERNAL_ERROR', String(error))
}

/** What XAPI shows to people in place of an answer. */
function page(status: number, why: string): Answer {
  return [
    status,
    { 'content-type': 'text/html' },
    `<html><body><h1>HTTP ${status}</h1><h1> Additional information </h1>${why}</body></html>`,
  ]
}
