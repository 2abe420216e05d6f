import {
  type DomainDemand,
  idlePCpusFor,
  isBoundByItself,
  loopPolicyOf,
  MINUTE_SECONDS,
  measuredLoad,
  relieve,
  type WeighedHost,
} from '@steelyard/loop'
import type { Db } from '../db.ts'
import { epochSecondsOf } from '../epoch.ts'
import { policyInForce } from '../loop/policy-in-force.ts'
import { lastChangeOf } from '../loop/situation/changes-of.ts'
import { learntFactors } from '../loop/situation/learnt-factors.ts'
import { minutesOf } from '../loop/situation/minutes-of.ts'
import { observedOf } from '../loop/situation/observed-of.ts'
import { weighedOrEmptyHostOf } from '../loop/situation/weighed-host-of.ts'
import type { LinkedHost } from '../pools/linked-hosts.ts'
import type { Standing } from '../pools/stored-decision.ts'

/** A guest as a watch over SSH sees it. */
export interface SeenGuest {
  demand: DomainDemand
  usePCpus: number
  needPCpus: number
  statistic: WeighedHost['statistic']
  /** The newest time of its statistic. */
  valueSeconds: number | null
}

/** A watched host with the times of its guests, by their UUIDs. */
export interface SeenHost {
  standing: Exclude<Standing, 'not-linked'>
  missing: string[]
  host: WeighedHost | null
  /** pCPUs that Domain-0 used at its busiest minute of the last few. */
  domain0PCpus: number | null
  guests: Map<string, SeenGuest>
}

const UNSEEN: SeenHost = {
  standing: 'not-observed',
  missing: [],
  host: null,
  domain0PCpus: null,
  guests: new Map(),
}
const OLDEST_SECONDS = 300
const LAST_MINUTES = 5
/** Whatever an operator allows: the question is whether any weights would do. */
const ANY_WEIGHTS = { largestStep: 1, payers: null }

/** While one host is read, others are worked out. */
const AT_ONCE = 4

/** Watched hosts by the UUIDs of the members that they are. */
export async function lookAtHosts(
  db: Db,
  linked: readonly LinkedHost[],
  now: Date,
): Promise<Map<string, SeenHost>> {
  const seen = new Map<string, SeenHost>()
  const left = linked.values()
  const looker = async () => {
    for (const { hostId, hostUuid } of left) seen.set(hostUuid, await lookAtHost(db, hostId, now))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, looker))
  return new Map(linked.map(({ hostUuid }) => [hostUuid, seen.get(hostUuid)!]))
}

/** How a watched host stands with the targets of its guests, by the relief of the loop itself. */
async function lookAtHost(db: Db, hostId: string, now: Date): Promise<SeenHost> {
  const row = await db.host.findUnique({ where: { id: hostId }, include: { domains: true } })
  if (!row) return UNSEEN
  const host = weighedOrEmptyHostOf(row)
  const observed = await observedOf(db, hostId)
  const age = epochSecondsOf(now) - (observed.observedToEpochSeconds ?? 0)
  if (!host || observed.watchProblem !== null || age > OLDEST_SECONDS) return UNSEEN
  const minutes = await minutesOf(db, hostId, host, observed)
  const rule = loopPolicyOf((await policyInForce(db, row)).settings)
  const changed = await lastChangeOf(db, hostId)
  const demands = measuredLoad(host, minutes, rule)
  const missing = demands.filter(({ isMissing }) => isMissing)
  const answer = async () =>
    relieve({
      host,
      minutes,
      rule,
      bounds: ANY_WEIGHTS,
      factors: await learntFactors(db, hostId, host, now),
      undoneKinds: [],
      secondsSinceChange: changed === null ? null : epochSecondsOf(now) - changed,
    })
  const uuidOf = new Map(row.domains.map(({ name, xenUuid }) => [name, xenUuid?.toLowerCase()]))
  const domain0 = minutes
    .slice(-LAST_MINUTES)
    .flatMap(({ domain0CpuSeconds }) => domain0CpuSeconds ?? [])
  return {
    standing: missing.length === 0 ? 'calm' : standingOf(await answer(), missing, host),
    missing: missing.flatMap(({ domain }) => uuidOf.get(domain) ?? []),
    host,
    domain0PCpus: domain0.length > 0 ? Math.max(...domain0) / MINUTE_SECONDS : null,
    guests: new Map(
      demands.flatMap((demand) => {
        const uuid = uuidOf.get(demand.domain)
        const seen: SeenGuest = {
          demand,
          usePCpus: demand.load * host.pCpus,
          needPCpus: idlePCpusFor(demand, host),
          statistic: host.statistic,
          valueSeconds:
            demand.ratio === null || demand.targetSeconds === null
              ? null
              : demand.ratio * demand.targetSeconds,
        }
        return uuid ? [[uuid, seen] as const] : []
      }),
    ),
  }
}

function standingOf(
  answered: ReturnType<typeof relieve>,
  missing: readonly DomainDemand[],
  host: WeighedHost,
): SeenHost['standing'] {
  if (missing.every((each) => isBoundByItself(each, host))) return 'bound-by-itself'
  const isHot =
    answered.answer === 'move-needed' ||
    (answered.answer === 'change' && answered.relief.worstExpected >= 1)
  return isHot ? 'hot' : 'weights-help'
}
