import type { FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { loadContract } from './api.ts'
import { formWords } from './form-words.ts'
import type { BodyOf, Operation, SentBodyOf } from './operations.ts'

/**
 * Checks a form by the body of the operation that it is for, so that form and API cannot disagree.
 * While the schemas cannot be had, only the API checks it.
 */
export function bodyResolver<Name extends Operation>(operation: Name) {
  const resolve: Resolver = async (values, context, options) => {
    const loaded = await Promise.all([loadContract(), import('@hookform/resolvers/zod')]).catch(
      () => null,
    )
    if (!loaded) return { values, errors: {} }
    const [contract, { zodResolver }] = loaded
    const body = contract[operation].body as z.ZodType<FieldValues, FieldValues>
    return zodResolver(body, { error: formWords })(values, context, options)
  }
  return resolve as unknown as Resolver<BodyOf<Name> & FieldValues, unknown, SentBodyOf<Name>>
}
