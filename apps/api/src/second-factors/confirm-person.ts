import type { Actor } from '../access/actor.ts'
import { type AuditEntry, audit } from '../audit/audit.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { type Proof, requireProof } from './proof.ts'

/**
 * Asks for the password, a passkey or the provider's word again. The audit trail records refusals too.
 * @throws AppError `password-refused`, `passkey-refused`, `provider-confirmation-needed`, `rate-limited`
 */
export async function confirmPerson(
  deps: Deps,
  actor: Actor,
  proof: Proof,
  act: Pick<AuditEntry, 'action' | 'target'>,
): Promise<void> {
  try {
    await requireProof(deps, actor.principal, proof)
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'internal'
    await deps.db.$transaction((tx) =>
      audit(tx, actor, { ...act, outcome: 'refused', detail: { code } }),
    )
    throw error
  }
}
