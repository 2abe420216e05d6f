import { XMLParser, XMLValidator } from 'fast-xml-parser'

/**
 * What XAPI makes of the answer of a workload balancer: written from how it was seen to behave, so
 * that an answer of ours can be judged without one.
 */
export type Reading =
  | { kind: 'success'; rows: Record<string, string>[]; values: Record<string, string> }
  | { kind: 'failure'; code: string; said: string }

/** An element: its text, and its children in their order. */
interface Element {
  name: string
  text: string
  children: Element[]
}

class Structure extends Error {}
class Malformed extends Error {}

export interface KnownPool {
  /** UUIDs of its live hosts. */
  hosts: readonly string[]
  guests: readonly string[]
}

export function readAsXapi(
  method: string,
  { status, body }: { status: number; body: string },
  pool: KnownPool,
  evacuated = '',
): Reading {
  const failure = (code: string, said = ''): Reading => ({ kind: 'failure', code, said })
  if (status === 401 || status === 403) return failure('WLB_AUTHENTICATION_FAILED')
  if (status !== 200) return failure('WLB_CONNECTION_RESET')
  if (XMLValidator.validate(body) !== true) return failure('WLB_MALFORMED_RESPONSE', 'XML')
  const root = documentOf(body)
  const inBody = root && find([root], 'Envelope', 'Body')
  const text = inBody && find(inBody.children, 'Fault', 'Reason', 'Text')
  if (text) return failure('WLB_INTERNAL_ERROR', text.text)
  const result = inBody && find(inBody.children, `${method}Response`, `${method}Result`)
  if (!result) return failure('WLB_MALFORMED_RESPONSE', 'no result')
  const code = find(result.children, 'ResultCode')
  const message = find(result.children, 'ErrorMessage')?.text ?? ''
  if (code && code.text !== '0') return failure('WLB_INTERNAL_ERROR', message)
  try {
    return { kind: 'success', rows: [], values: {}, ...READERS[method]!(result, pool, evacuated) }
  } catch (error) {
    // What is not there is looked for as an error, and a ResultCode of 0 is then one.
    if (error instanceof Structure && code) return failure('WLB_INTERNAL_ERROR', error.message)
    return failure('WLB_MALFORMED_RESPONSE', (error as Error).message)
  }
}

type Reader = (
  result: Element,
  pool: KnownPool,
  evacuated: string,
) => { rows?: Record<string, string>[]; values?: Record<string, string> }

const nothing: Reader = ({ children }) => {
  if (children.length > 0) throw new Structure('children where none belong')
  return {}
}

const READERS: Record<string, Reader> = {
  AddXenServer: (result) => ({ values: { id: need(result, 'Id').text } }),
  RemoveXenServer: nothing,
  SetXenPoolConfiguration: nothing,
  GetXenPoolConfiguration: (result) => {
    const parms = need(result, 'OptimizationParms')
    if (parms.text.trim() !== '') throw new Malformed('text where pairs belong')
    const pairs = parms.children.map((pair) => {
      const [key, value] = [find(pair.children, 'Key'), find(pair.children, 'Value')]
      if (!key || !value) throw new Malformed('a pair without key or value')
      return [key.text, value.text]
    })
    return { values: Object.fromEntries(pairs) }
  },
  VMGetRecommendations: (result, { hosts }) => {
    const rows = need(result, 'Recommendations').children
    if (rows.length !== hosts.length) throw new Malformed('another number of rows than of hosts')
    const read = rows.map((row) => {
      const [host, id] = [need(row, 'HostUuid').text, need(row, 'RecommendationId').text]
      const [stars, reason] = [need(row, 'Stars').text, need(row, 'ZeroScoreReason').text]
      if (!NUMBER.test(stars) || !NUMBER.test(id)) throw new Malformed('not a number')
      if (!hosts.includes(host)) throw new Malformed('invalid UUID')
      if (Number(stars) !== 0 && reason !== 'None') throw new Malformed('stars with a reason')
      return { host, id, stars, reason }
    })
    if (new Set(read.map(({ host }) => host)).size < hosts.length)
      throw new Malformed('not all live hosts')
    return { rows: read }
  },
  HostGetRecommendations: (result, pool, evacuated) => {
    if (result.children.length === 0) return {}
    const rows = need(result, 'Recommendations').children.flatMap((row) => {
      const [guest, host] = [find(row.children, 'VmUuid'), find(row.children, 'HostUuid')]
      if (!guest || !find(row.children, 'RecommendationId')) return []
      // Without a guest the row is about the host's own domain.
      if (guest.text !== '' && !pool.guests.includes(guest.text))
        throw new Malformed('invalid UUID')
      if (!host || host.text === evacuated) throw new Malformed('back to the same host')
      return [{ guest: guest.text, host: host.text }]
    })
    return { rows }
  },
  GetOptimizationRecommendations: (result, pool) => {
    if (result.children.length === 0) return {}
    const list = need(result, 'Recommendations').children
    const id = need(result, 'OptimizationId').text
    const byGuest = new Map<string, Record<string, string>>()
    for (const row of list) {
      const text = (name: string) => find(row.children, name)?.text
      const guest = text('VmToMoveUuid') || text('MoveFromHostUuid')
      const [host, number, reason] = [
        text('MoveToHostUuid'),
        text('RecommendationId'),
        text('Reason'),
      ]
      if (!guest || host === undefined || number === undefined || reason === undefined)
        throw new Malformed('a row lacks something')
      if (![...pool.guests, ...pool.hosts].includes(guest)) throw new Malformed('invalid UUID')
      byGuest.set(guest, { guest, host, reason, id })
    }
    return { rows: [...byGuest.values()] }
  },
}

/** A number as OCaml reads it: with a dot, or `nan`. */
const NUMBER = /^(?:-?\d+(?:\.\d*)?(?:e\d+)?|nan)$/

function need(element: Element, name: string): Element {
  const found = find(element.children, name)
  if (!found) throw new Structure(`no ${name}`)
  return found
}

function find(elements: readonly Element[], ...path: string[]): Element | undefined {
  const [name, ...rest] = path
  const found = elements.find((each) => each.name === name)
  return found && rest.length > 0 ? find(found.children, ...rest) : found
}

type Node = { [name: string]: Node[] | string }

const parser = new XMLParser({
  preserveOrder: true,
  removeNSPrefix: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
})

function documentOf(body: string): Element | undefined {
  return (parser.parse(body) as Node[]).flatMap(elementOf).at(-1)
}

function elementOf(node: Node): Element[] {
  return Object.entries(node).flatMap(([name, content]) =>
    typeof content === 'string' || name.startsWith('?')
      ? []
      : {
          name,
          text: content.map((each) => String(each['#text'] ?? '')).join(''),
          children: content.flatMap(elementOf),
        },
  )
}
