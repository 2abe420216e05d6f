import { type ScimOperation, type ScimUser, ScimUserInput } from '@steelyard/contract'
import { scimPatch } from 'scim-patch'
import { invalid } from '../errors.ts'

/**
 * What a user is after the operations of RFC 7644, section 3.5.2.
 * @throws AppError `invalid` for an operation that cannot be done, or a user who cannot be
 */
export function patched(user: ScimUser, operations: readonly ScimOperation[]): ScimUserInput {
  const result = ScimUserInput.safeParse(applied(user, operations))
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalid(`body.Operations: ${issue?.path.join('.')}`, issue?.message ?? 'is not valid')
}

function applied(user: ScimUser, operations: readonly ScimOperation[]): unknown {
  try {
    return scimPatch(structuredClone(user) as never, [...operations] as never)
  } catch (error) {
    throw invalid('body.Operations', error instanceof Error ? error.message : 'is not valid')
  }
}
