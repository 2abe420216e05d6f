import type { FirstSteps, Fleet } from '@steelyard/contract'
import type { Principal } from '../access/permissions.ts'
import { visibleHosts } from '../access/visible-hosts.ts'
import { type Db, readAtOnce, type Tx } from '../db.ts'
import { driftOf } from '../hosts/drift/domain-drift.ts'
import { hostParts } from '../hosts/host-row.ts'
import { connectionState, inventoryOf } from '../hosts/serialise-host.ts'
import { shownAccess } from '../hosts/ssh-access.ts'
import { type FleetAnalysis, fleetAnalyses, headlinesOf } from './fleet-analyses.ts'
import { byUrgency } from './fleet-order.ts'
import { liveFigures } from './live-figures.ts'
import { trendOf } from './trend-of.ts'

/** Everything the first page shows of all hosts, in as many queries for forty as for one. */
export function getFleet(db: Db, principal: Principal): Promise<Fleet> {
  return readAtOnce(db, async (tx) => {
    const ids = await visibleHosts(tx, principal, 'hosts:read')
    const hosts = await tx.host.findMany({
      where: ids ? { id: { in: ids } } : {},
      include: { access: shownAccess, domains: { orderBy: hostParts.domains.orderBy } },
    })
    const analyses = await fleetAnalyses(tx)
    const analysed = await hostsBeingAnalysed(tx)
    const byHost = Map.groupBy(analyses, ({ hostId }) => hostId)
    const ofHost = (hostId: string) => byHost.get(hostId) ?? []
    const newest = new Map(hosts.map(({ id }) => [id, speakingOf(ofHost(id))]))
    const live = await liveFigures(
      tx,
      hosts.filter(({ id }) => !newest.get(id)),
    )
    const headlines = await headlinesOf(
      tx,
      [...newest.values()].flatMap((each) => each?.id ?? []),
    )
    const data = hosts
      .map((host) => ({
        id: host.id,
        name: host.name,
        tags: host.tags,
        isSample: host.isSample,
        connection: connectionState(host.access).state,
        drifted: host.domains.some(
          (domain) => domain.driftSince !== null && driftOf(domain, inventoryOf(host)).length > 0,
        ),
        isAnalysed: analysed.has(host.id),
        ...figuresOf(newest.get(host.id), headlines),
        isLive: live.has(host.id),
        ...live.get(host.id),
        trend: trendOf(ofHost(host.id)),
      }))
      .sort(byUrgency)
    return { data, firstSteps: await firstSteps(tx) }
  })
}

/**
 * An incomplete recording never hides a complete one.
 * @param analyses those of one host, newest first
 */
function speakingOf(analyses: FleetAnalysis[]): FleetAnalysis | undefined {
  return analyses.find(({ grade }) => grade !== 'not-enough') ?? analyses[0]
}

function figuresOf(
  newest: FleetAnalysis | undefined,
  headlines: ReadonlyMap<string, string | null>,
) {
  return {
    analysisId: newest?.id ?? null,
    verdict: newest?.verdict ?? null,
    grade: newest?.grade ?? null,
    headline: (newest && headlines.get(newest.id)) ?? null,
    lastRecordedAt: newest?.recordedAt ?? null,
    domains: newest?.domains ?? [],
  }
}

async function hostsBeingAnalysed(tx: Tx): Promise<Set<string>> {
  const rows = await tx.analysis.findMany({
    where: { finishedAt: null, job: { state: { in: ['queued', 'running'] } } },
    select: { hostId: true },
  })
  return new Set(rows.map(({ hostId }) => hostId))
}

/** How far a new installation has come; the samples do not count. */
async function firstSteps(tx: Tx): Promise<FirstSteps> {
  const [steps] = await tx.$queryRaw<FirstSteps[]>`
    WITH own AS (SELECT "id" FROM "Host" WHERE NOT "isSample")
    SELECT
      EXISTS (SELECT FROM "Upload"
        WHERE "hostId" IS NULL OR "hostId" IN (SELECT "id" FROM own)) AS "recorded",
      EXISTS (SELECT FROM "Analysis"
        WHERE "finishedAt" IS NOT NULL AND "hostId" IN (SELECT "id" FROM own)) AS "analysed",
      EXISTS (SELECT FROM "Domain"
        WHERE "targetResponseTimeMs" IS NOT NULL AND NOT "targetIsSoft"
          AND "hostId" IN (SELECT "id" FROM own)) AS "targeted",
      EXISTS (SELECT FROM "SshAccess"
        WHERE "pinnedFingerprint" IS NOT NULL AND "hostId" IS NOT NULL) AS "connected",
      EXISTS (SELECT FROM "Application"
        WHERE "kind" = 'apply' AND "state" = 'verified') AS "applied"`
  return steps!
}
