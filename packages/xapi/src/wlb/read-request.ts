import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { uuid } from '../inventory/records.ts'

const LONGEST_TEXT = 10_000

const text = z.string().max(LONGEST_TEXT)
const pair = z.object({ Key: text.min(1).max(200), Value: text })

const requests = {
  AddXenServer: z.object({
    PoolUuid: uuid,
    XenServerUrl: text,
    UserName: text,
    Password: text,
  }),
  RemoveXenServer: z.object({ PoolUuid: uuid }),
  VMGetRecommendations: z.object({ PoolUuid: uuid, VmUuid: uuid }),
  HostGetRecommendations: z.object({ PoolUuid: uuid, HostUuid: uuid }),
  GetOptimizationRecommendations: z.object({ PoolUuid: uuid }),
  GetXenPoolConfiguration: z.object({ PoolUuid: uuid }),
  SetXenPoolConfiguration: z.object({
    PoolUuid: uuid,
    OptimizationParms: z.object({ KeyValueOfstringstring: z.array(pair).default([]) }),
  }),
}
type Requests = {
  [M in keyof typeof requests]: { method: M; fields: z.infer<(typeof requests)[M]> }
}

/** A request of XAPI that an advisor answers. */
export type WlbRequest = Requests[keyof Requests]

/** `unknown-method` carries the name, which the refusal has to repeat. */
export type ReadRequest =
  | { kind: 'request'; request: WlbRequest }
  | { kind: 'unknown-method'; method: string }
  | { kind: 'malformed' }

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: true,
  isArray: (name) => name === 'KeyValueOfstringstring',
  // An own document type could name entities that grow without end; XAPI sends none.
  processEntities: { enabled: true, maxTotalExpansions: 1000, maxExpandedLength: 100_000 },
})

/** Reads the SOAP envelope of a request. Prefixes of namespaces do not matter, only names. */
export function readRequest(body: string): ReadRequest {
  const [method, request] = callIn(body) ?? []
  if (method === undefined) return { kind: 'malformed' }
  if (!Object.hasOwn(requests, method)) return { kind: 'unknown-method', method }
  const shape = requests[method as keyof Requests]
  const parsed = shape.safeParse(request)
  if (!parsed.success) return { kind: 'malformed' }
  return { kind: 'request', request: { method, fields: parsed.data } as WlbRequest }
}

const envelope = z.object({ Envelope: z.object({ Body: z.record(z.string(), z.unknown()) }) })

function callIn(body: string): [method: string, request: unknown] | null {
  if (/<!DOCTYPE/i.test(body) || XMLValidator.validate(body) !== true) return null
  let document: unknown
  try {
    document = parser.parse(body)
  } catch {
    return null
  }
  const calls = Object.entries(envelope.safeParse(document).data?.Envelope.Body ?? {})
  const [call] = calls
  if (!call || calls.length > 1 || !/^[A-Za-z]{1,60}$/.test(call[0])) return null
  const { request } = z.object({ request: z.unknown() }).safeParse(call[1]).data ?? {}
  return [call[0], withLists(request)]
}

/** An element without content is an empty text to the parser, and an empty list to us. */
function withLists(request: unknown): unknown {
  if (typeof request !== 'object' || request === null) return request
  return 'OptimizationParms' in request && request.OptimizationParms === ''
    ? { ...request, OptimizationParms: {} }
    : request
}
