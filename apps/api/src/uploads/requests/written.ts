import type { z } from 'zod'

/** An answer as JSON, which has what its schema declares and nothing else. */
export function written<Schema extends z.ZodType>(
  schema: Schema,
  answer: z.input<Schema>,
): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(schema.parse(answer)))
}
