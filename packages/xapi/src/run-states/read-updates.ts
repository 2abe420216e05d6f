import { type RrdUpdates, readRrdUpdates } from '@steelyard/traces'
import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'
import { isContactLost, XapiError } from '../xapi-error.ts'
import type { RunStateGap } from './run-state-sample.ts'

export interface RecordedHost {
  uuid: string
  /** As XAPI names it: one of the pinned members has to have it. */
  address: string
  isLive: boolean
}

export interface UpdatesWish {
  /** Unix time on the clock of the host; what ended before is not asked for. */
  startSeconds: number
  /** 5, 60 or 3600; XAPI takes a coarser step where it has no finer one. */
  intervalSeconds: number
}

/**
 * Asks one host for what xcp-rrdd recorded there. Every host records its own guests, and answers for
 * no other, under its own certificate.
 *
 * @returns the record, or why there is none
 * @throws XapiError where not this host but the pool is at fault
 */
export async function readUpdates(
  pool: XapiPool,
  host: RecordedHost,
  { startSeconds, intervalSeconds }: UpdatesWish,
  options: Pick<CallOptions, 'signal'>,
): Promise<RrdUpdates | RunStateGap> {
  const address = host.address.toLowerCase()
  const member = pool.members.find((each) => each.address.toLowerCase() === address)
  if (!member) return { code: 'no-address' }
  if (!host.isLive) return { code: 'not-live' }
  // All guests are asked for: a single one that is not there would turn the answer into an error.
  const query = new URLSearchParams({
    start: String(Math.floor(startSeconds)),
    interval: String(intervalSeconds),
    cf: 'AVERAGE',
    host: 'true',
    json: 'true',
  })
  try {
    const { status, body } = await pool.get(member, `/rrd_updates?${query}`, options)
    if (status !== 200) return { code: 'unreadable' }
    const updates = readRrdUpdates(body)
    return updates.stepSeconds > 0 ? updates : { code: 'unreadable' }
  } catch (error) {
    if (!(error instanceof XapiError)) return { code: 'unreadable' }
    if (error.code === 'certificate-changed') return { code: 'certificate-changed' }
    if (error.code === 'too-large' || error.code === 'unexpected-answer')
      return { code: 'unreadable' }
    if (isContactLost(error)) return { code: 'unreachable' }
    throw error
  }
}
