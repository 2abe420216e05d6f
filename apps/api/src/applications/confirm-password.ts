import type { Actor } from '../access/actor.ts'
import { requireFreshPassword } from '../access/require-fresh-password.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'

/**
 * Checks the password again before a host is touched. The audit trail records refusals too.
 * @throws AppError `password-refused`, `rate-limited`
 */
export async function confirmPassword(
  deps: Deps,
  actor: Actor,
  password: string,
  act: Pick<AuditEntry, 'action' | 'target'>,
): Promise<void> {
  try {
    await requireFreshPassword(deps.db, actor.principal, password)
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal'
    await deps.db.$transaction((tx) =>
      audit(tx, actor, { ...act, outcome: 'refused', detail: { code } }),
    )
    throw error
  }
}
