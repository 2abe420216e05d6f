import type { JobKind } from '@steelyard/contract'
import type { Actor } from '../access/actor.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { MINUTE_MS, secondsOf } from '../milliseconds.ts'

const WINDOW_MS = 10 * MINUTE_MS
/** Any fixed number that no other lock in this database uses. */
const PROBE_LOCK = 0x57e11a4e
const KINDS: JobKind[] = ['check-address', 'probe-host', 'probe-guest-log', 'probe-pool']

/**
 * Runs the change that has the agent ask a machine for its key, unless the person behind it has
 * asked for too many lately: so many new hosts are more likely a search for open ports. The audit
 * trail records the refusal.
 * @throws AppError `too-many-probes`; any error of `change`
 */
export async function boundProbes<T>(
  deps: Deps,
  actor: Actor,
  entry: AuditEntry,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const done = await deps.db.$transaction(async (tx) => {
    if (await hasProbesLeft(deps, tx, actor)) return { value: await change(tx) }
    await audit(tx, actor, { ...entry, outcome: 'refused' })
    return null
  })
  if (done) return done.value
  throw new AppError(
    'rate-limited',
    'You have asked for the keys of many machines. Wait a while.',
    {
      code: 'too-many-probes',
      retryAfterSeconds: secondsOf(WINDOW_MS),
    },
  )
}

/** Counts what all tokens and sessions of the person started, one request at a time. */
async function hasProbesLeft({ config }: Deps, tx: Tx, { principal }: Actor): Promise<boolean> {
  const { userId } = principal
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${PROBE_LOCK}, hashtext(${userId}))`
  const since = new Date(Date.now() - WINDOW_MS)
  const where = { createdById: userId, kind: { in: KINDS }, createdAt: { gt: since } }
  return (await tx.job.count({ where })) < config.sshProbes
}
