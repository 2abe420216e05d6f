import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Value } from '../state/database.ts'

/** A number in XML-RPC, which XAPI does not take where it wants a text. */
export interface XmlCall {
  method: string
  params: Value[]
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  parseTagValue: false,
  trimValues: false,
})

type Node = { [tag: string]: Node[] | string }

/** @throws Error for what is no call */
export function readXmlCall(text: string): XmlCall {
  if (XMLValidator.validate(text) !== true) throw new Error('malformed')
  const call = child(parser.parse(text) as Node[], 'methodCall')
  const method = call && child(call, 'methodName')
  if (!call || !method) throw new Error('expected root element')
  const params = (child(call, 'params') ?? []).filter((node) => 'param' in node)
  return {
    method: textOf(method),
    params: params.map((node) => readValue(child(node.param as Node[], 'value') ?? [])),
  }
}

/** XAPI writes whole numbers as texts, and dates and fractions with their types. */
export function xmlOf(value: Value, name = ''): string {
  if (typeof value === 'boolean') return `<value><boolean>${Number(value)}</boolean></value>`
  if (typeof value === 'number') {
    if (FRACTIONS.has(name)) return `<value><double>${value}</double></value>`
    return `<value>${value}</value>`
  }
  if (typeof value === 'string')
    return DATE.test(value)
      ? `<value><dateTime.iso8601>${value}</dateTime.iso8601></value>`
      : `<value>${escaped(value)}</value>`
  if (Array.isArray(value))
    return `<value><array><data>${value.map((each) => xmlOf(each)).join('')}</data></array></value>`
  const members = Object.entries(value).map(([field, each]) => {
    // The counts of an event are the only whole numbers with their type.
    const written =
      name === 'valid_ref_counts' ? `<value><i4>${each}</i4></value>` : xmlOf(each, field)
    return `<member><name>${escaped(field)}</name>${written}</member>`
  })
  return `<value><struct>${members.join('')}</struct></value>`
}

export function xmlAnswer(value: Value): string {
  return `<?xml version="1.0"?><methodResponse><params><param>${xmlOf(value)}</param></params></methodResponse>`
}

const DATE = /^\d{8}T\d\d:\d\d:\d\dZ$/
const FRACTIONS = new Set([
  'progress',
  'HVM_shadow_multiplier',
  'utilisation',
  'min',
  'max',
  'value',
])

function readValue(nodes: Node[]): Value {
  for (const node of nodes) {
    if ('struct' in node) {
      const members = (node.struct as Node[]).filter((each) => 'member' in each)
      return Object.fromEntries(
        members.map((each) => {
          const member = each.member as Node[]
          return [textOf(child(member, 'name') ?? []), readValue(child(member, 'value') ?? [])]
        }),
      )
    }
    if ('array' in node) {
      const data = child(node.array as Node[], 'data') ?? []
      return data.filter((each) => 'value' in each).map((each) => readValue(each.value as Node[]))
    }
    if ('boolean' in node) return textOf(node.boolean as Node[]).trim() === '1'
    for (const tag of ['int', 'i4', 'double'])
      if (tag in node) return Number(textOf(node[tag] as Node[]))
    for (const tag of ['string', 'dateTime.iso8601'])
      if (tag in node) return textOf(node[tag] as Node[])
  }
  return textOf(nodes)
}

function child(nodes: Node[], tag: string): Node[] | undefined {
  return nodes.find((node) => tag in node)?.[tag] as Node[] | undefined
}

function textOf(nodes: Node[]): string {
  return nodes.map((node) => ('#text' in node ? String(node['#text']) : '')).join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
