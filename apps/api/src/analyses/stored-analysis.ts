import type { z } from 'zod'
import { checked } from '../json-column.ts'

export const ANALYSIS_UNREADABLE = {
  code: 'analysis-unreadable',
  message: 'The stored analysis cannot be read: analyse the uploads again.',
}

/**
 * What a JSON column of an analysis holds.
 * @throws AppError `analysis-unreadable`
 */
export function storedAnalysis<T>(schema: z.ZodType<T>, json: unknown): T {
  return checked(schema, json, ANALYSIS_UNREADABLE)
}
