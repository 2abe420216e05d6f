import type { GuestTarget, HostRating, PoolAdvice } from './advisor.ts'

const DWM = 'http://schemas.citrix.com/DWM'
const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/'

/**
 * The answer to a method. Where nothing is to be said its result has no children at all: XAPI takes
 * a lone `ResultCode` of 0 for an error.
 */
export function result(method: string, content = ''): string {
  const inner = `<${method}Result>${content}</${method}Result>`
  const response = `<${method}Response xmlns="${DWM}">${inner}</${method}Response>`
  return `<s:Envelope xmlns:s="${SOAP}"><s:Body>${response}</s:Body></s:Envelope>`
}

/** A refusal, which XAPI passes on as WLB_INTERNAL_ERROR with code and message. */
export function refusal(method: string, code: number, message: string): string {
  return result(method, element('ResultCode', String(code)) + element('ErrorMessage', message))
}

/** Something is wrong with us, or with the request. It has to come with status 200 to be read. */
export function fault(message: string): string {
  const reason = `<s:Reason>${element('s:Text', message)}</s:Reason>`
  const body = `<s:Body><s:Fault>${reason}</s:Fault></s:Body>`
  return `<s:Envelope xmlns:s="${SOAP}">${body}</s:Envelope>`
}

export function joined(method: string, id: number): string {
  return result(method, element('ResultCode', '0') + element('Id', whole(id)))
}

/** @throws Error for rows that XAPI would not take */
export function ratings(method: string, rows: readonly HostRating[]): string {
  assertDistinct(rows.map(({ hostUuid }) => hostUuid))
  return list(
    method,
    '',
    rows.map(({ hostUuid, stars, reason }, index) => {
      if (!(stars >= 0 && stars <= 5)) throw new Error(`${stars} is no number of stars`)
      const shown = stars.toFixed(2)
      // Stars that round to none need a reason too, or XAPI shows "None" as one.
      const isZero = Number(shown) === 0
      const why = isZero ? (reason ?? 'Unsuitable') : 'None'
      return row('PlaceVMRecommendation', {
        CanBootVM: String(!isZero),
        HostUuid: lower(hostUuid),
        RecommendationId: whole(index + 1),
        Stars: shown,
        ZeroScoreReason: why === '' ? 'Unsuitable' : why,
      })
    }),
  )
}

/** @throws Error for rows that XAPI would not take */
export function evacuation(method: string, targets: readonly GuestTarget[], host: string): string {
  assertDistinct(targets.map(({ guestUuid }) => guestUuid))
  if (targets.some(({ toHostUuid }) => lower(toHostUuid) === lower(host)))
    throw new Error('A guest cannot leave a host for the same host')
  if (targets.length === 0) return result(method)
  return list(
    method,
    '',
    targets.map(({ guestUuid, toHostUuid }, index) =>
      row('HostEvacuationRecommendation', {
        HostUuid: lower(toHostUuid),
        RecommendationId: whole(index + 1),
        VmUuid: lower(guestUuid),
      }),
    ),
  )
}

/** @throws Error for rows of which XAPI would take another than was meant */
export function poolAdvice(method: string, { id, moves }: PoolAdvice): string {
  assertDistinct(moves.map(({ guestUuid }) => guestUuid))
  if (moves.length === 0) return result(method)
  return list(
    method,
    element('OptimizationId', whole(id)),
    moves.map(({ guestUuid, fromHostUuid, toHostUuid, reason }, index) =>
      row('PoolOptimizationRecommendation', {
        MoveFromHostUuid: lower(fromHostUuid),
        MoveToHostUuid: lower(toHostUuid),
        Reason: reason,
        RecommendationId: whole(index + 1),
        VmToMoveUuid: lower(guestUuid),
      }),
    ),
  )
}

export function settings(method: string, values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).map(([Key, Value]) =>
    row('KeyValueOfstringstring', { Key, Value }),
  )
  const parms = `<OptimizationParms>${pairs.join('')}</OptimizationParms>`
  return result(method, element('ResultCode', '0') + parms)
}

function list(method: string, before: string, rows: readonly string[]): string {
  return result(method, `${before}<Recommendations>${rows.join('')}</Recommendations>`)
}

function row(name: string, fields: Readonly<Record<string, string>>): string {
  const content = Object.entries(fields).map(([field, value]) => element(field, value))
  return `<${name}>${content.join('')}</${name}>`
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`
}

/** XAPI knows UUIDs in lower case alone. */
function lower(uuid: string): string {
  return uuid.toLowerCase()
}

function whole(id: number): string {
  if (!Number.isSafeInteger(id) || id < 0) throw new Error(`${id} is no whole number`)
  return String(id)
}

function assertDistinct(uuids: readonly string[]): void {
  if (new Set(uuids.map(lower)).size < uuids.length) throw new Error('One of them is named twice')
}

function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
