import type { Role } from '@steelyard/contract'

/** What a role is for, as the form says it. */
export const roleWords: Record<Role, string> = {
  viewer: 'sees everything, changes nothing',
  operator: 'records, analyses, plans and applies',
  approver: 'sees everything and approves plans',
  administrator: 'everything, and people and the audit trail',
}
