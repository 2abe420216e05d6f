import type { z } from 'zod'
import { AppError } from '../errors.ts'

/**
 * What a JSON column of an analysis holds.
 * @throws AppError `analysis-unreadable`
 */
export function storedAnalysis<T>(schema: z.ZodType<T>, json: unknown): T {
  const { success, data, error } = schema.safeParse(json)
  if (success) return data
  throw new AppError('conflict', 'The stored analysis cannot be read: analyse the uploads again.', {
    code: 'analysis-unreadable',
    internal: error.message,
    cause: error,
  })
}
