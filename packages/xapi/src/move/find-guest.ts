import { setTimeout as sleep } from 'node:timers/promises'
import type { RrdRow, RrdUpdates } from '@steelyard/traces'
import { z } from 'zod'
import { readUpdates, type UpdatesWish } from '../run-states/read-updates.ts'
import type { CallOptions, XapiPool } from '../session/xapi-pool.ts'
import { XapiError } from '../xapi-error.ts'
import { placeOfGuest, referenceOf } from './guest-place.ts'

/** Whether a domain of a guest was seen on a host by something else than XAPI's database. */
export interface DomainSight {
  hostUuid: string
  domain: 'present' | 'absent' | 'unknown'
  /** Why it is unknown: a code of `RunStateGap`, or `too-old` where no new sample came in time. */
  why: string | null
}

/**
 * Where a guest is: `here` on the first host, `there` on the second, on `both`, on `neither`, or
 * `unknown` where nobody can tell, and then nothing may be concluded.
 */
export interface GuestWhereabouts {
  where: 'here' | 'there' | 'both' | 'neither' | 'unknown'
  /**
   * Why it is unknown: `not-seen` (a host gave no fresh record), `xapi-disagrees` (XAPI says it runs
   * where no domain was seen), `still-moving`, `no-answer` of the pool, `guest-unknown` to XAPI.
   */
  why: 'not-seen' | 'xapi-disagrees' | 'still-moving' | 'no-answer' | 'guest-unknown' | null
  /** What XAPI's database says, which is no proof after a move that failed. */
  xapiSays: { powerState: string; hostUuid: string | null; domainId: number } | null
  seen: DomainSight[]
}

export interface FindOptions {
  /** How long new samples are waited for. Default 60 s: hosts take one each 5 s. */
  seconds?: number
  /** Pause between two looks. Default 2 s. */
  pollSeconds?: number
  /** True where XAPI itself said that the move succeeded: then its word is enough for `there`. */
  hasArrived?: boolean
  signal?: AbortSignal
}

type Options = Pick<CallOptions, 'signal'>

const hosts = z.record(
  z.string(),
  z.object({ uuid: z.string().toLowerCase(), address: z.string() }),
)

/**
 * Finds out where a guest is after a move, by asking on both sides. XAPI's database was seen to say
 * "Running" on the source of a domain that existed nowhere; so each host's own recorder is asked,
 * which lists the domains that its Xen has. A domain counts as present where samples that are newer
 * than the question have memory for it, and as absent where they do not name it.
 *
 * @param guestUuid of the guest
 * @param between the host it came from, and the one it was to go to
 * @throws XapiError only `cancelled`
 */
export async function findGuest(
  pool: XapiPool,
  guestUuid: string,
  between: readonly [fromHostUuid: string, toHostUuid: string],
  options: FindOptions = {},
): Promise<GuestWhereabouts> {
  const { signal } = options
  const seen = await lookOnHosts(pool, guestUuid, between, options)
  const said = await askXapi(pool, guestUuid, { signal })
  if (said === 'no-answer' || said === 'guest-unknown')
    return { where: 'unknown', why: said, xapiSays: null, seen }
  const { isMoving, ...xapiSays } = said
  const found = (
    where: GuestWhereabouts['where'],
    why: GuestWhereabouts['why'] = null,
  ): GuestWhereabouts => ({ where, why, xapiSays, seen })
  if (isMoving) return found('unknown', 'still-moving')
  const [here, there] = seen.map(({ domain }) => domain)
  const runsAt = xapiSays.powerState === 'Halted' ? null : xapiSays.hostUuid
  const hasArrived = options.hasArrived === true && runsAt === between[1].toLowerCase()
  if (here === 'present' && there === 'present') return found('both')
  if (hasArrived && here !== 'present' && there !== 'absent') return found('there')
  if (here === 'unknown' || there === 'unknown') return found('unknown', 'not-seen')
  if (here === 'absent' && there === 'absent') return found('neither')
  const isHere = here === 'present'
  if (runsAt !== between[isHere ? 0 : 1].toLowerCase()) return found('unknown', 'xapi-disagrees')
  return found(isHere ? 'here' : 'there')
}

async function askXapi(pool: XapiPool, guestUuid: string, options: Options) {
  try {
    const guest = await referenceOf(pool, 'VM', guestUuid, options)
    const place = await placeOfGuest(pool, guest, options)
    const all = await pool.call('host.get_all_records', [], hosts, options)
    return {
      powerState: place.power_state,
      hostUuid: all[place.resident_on]?.uuid ?? null,
      domainId: place.domid,
      isMoving: Object.values(place.current_operations).includes('pool_migrate'),
    }
  } catch (error) {
    if (!(error instanceof XapiError) || error.code === 'cancelled') throw error
    return error.xapiCode === 'UUID_INVALID' ? 'guest-unknown' : 'no-answer'
  }
}

async function lookOnHosts(
  pool: XapiPool,
  guestUuid: string,
  between: readonly [string, string],
  options: FindOptions,
): Promise<DomainSight[]> {
  const { signal } = options
  let addresses: Map<string, string>
  try {
    const all = await pool.call('host.get_all_records', [], hosts, { signal })
    addresses = new Map(Object.values(all).map(({ uuid, address }) => [uuid, address]))
  } catch (error) {
    if (!(error instanceof XapiError) || error.code === 'cancelled') throw error
    return between.map((hostUuid) => ({ hostUuid, domain: 'unknown', why: error.code }))
  }
  return Promise.all(
    between.map((each) => {
      const hostUuid = each.toLowerCase()
      const address = addresses.get(hostUuid) ?? ''
      return lookOnHost(pool, guestUuid.toLowerCase(), { uuid: hostUuid, address }, options)
    }),
  )
}

/** Waits for the second new sample: the first may have begun before the question. */
async function lookOnHost(
  pool: XapiPool,
  guestUuid: string,
  host: { uuid: string; address: string },
  { seconds = 60, pollSeconds = 2, signal }: FindOptions,
): Promise<DomainSight> {
  const sight = (domain: DomainSight['domain'], why: string | null = null): DomainSight => ({
    hostUuid: host.uuid,
    domain,
    why,
  })
  const until = performance.now() + seconds * 1000
  let first: number | null = null
  // The clock of the host may be another than ours, but its record says how late it is there.
  let newestAt = Date.now() / 1000
  let why: string
  for (;;) {
    const wish = { startSeconds: newestAt - RECENT_SECONDS, intervalSeconds: STEP_SECONDS }
    const updates = await lookOnce(pool, host, wish, signal)
    if ('code' in updates) why = updates.code
    else {
      why = 'too-old'
      const isFine = updates.stepSeconds === STEP_SECONDS
      newestAt = updates.newestAt ?? newestAt
      const newest = updates.rows.at(-1)
      if (newest && isFine) first ??= newest.endsAt
      if (newest && isFine && first !== null && newest.endsAt >= first + 2 * STEP_SECONDS) {
        const domain = domainIn(updates, newest, guestUuid)
        if (domain !== 'unknown') return sight(domain)
        why = 'lost'
      }
    }
    if (FINAL.includes(why) || performance.now() > until) return sight('unknown', why)
    await sleep(pollSeconds * 1000, undefined, { signal }).catch(() => {
      throw new XapiError('cancelled', 'The look for the guest was cancelled.')
    })
  }
}

async function lookOnce(
  pool: XapiPool,
  host: { uuid: string; address: string },
  wish: UpdatesWish,
  signal: AbortSignal | undefined,
): Promise<RrdUpdates | { code: string }> {
  try {
    return await readUpdates(pool, { ...host, isLive: true }, wish, { signal })
  } catch (error) {
    if (!(error instanceof XapiError) || error.code === 'cancelled') throw error
    return { code: error.code }
  }
}

/** No domain that exists is without memory; but a sample that was lost reads 0 too. */
function domainIn(
  { legend }: RrdUpdates,
  { values }: RrdRow,
  guestUuid: string,
): DomainSight['domain'] {
  const ofGuest = legend.map((entry) => entry?.kind === 'vm' && entry.uuid === guestUuid)
  if (!ofGuest.includes(true)) return 'absent'
  const memory = legend.findIndex((entry, at) => ofGuest[at] && entry?.name === 'memory')
  return values[memory]! > 0 ? 'present' : 'unknown'
}

const STEP_SECONDS = 5
const RECENT_SECONDS = 60
/** What another look does not mend. */
const FINAL = ['no-address', 'certificate-changed', 'permission-denied', 'auth-failed']
