import type { z } from 'zod'
import { AppError } from '../errors.ts'

export const ANALYSIS_UNREADABLE = {
  code: 'analysis-unreadable',
  message: 'The stored analysis cannot be read: analyse the uploads again.',
}

/**
 * What a JSON column of an analysis holds.
 * @throws AppError `analysis-unreadable`
 */
export function storedAnalysis<T>(schema: z.ZodType<T>, json: unknown): T {
  const { success, data, error } = schema.safeParse(json)
  if (success) return data
  const { code, message } = ANALYSIS_UNREADABLE
  throw new AppError('conflict', message, { code, internal: error.message, cause: error })
}
