import { createHash } from 'node:crypto'
import type { Plan } from './plan.ts'

/** Keys are sorted at every depth, so that a database's JSON column cannot change the hash. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
  }
  return JSON.stringify(value)
}

/** SHA-256 (hex) over everything in the plan except its hash. */
export function planHash(plan: Omit<Plan, 'hash'>): string {
  const { hash: _, ...content } = plan as Plan
  return createHash('sha256').update(canonical(content)).digest('hex')
}
