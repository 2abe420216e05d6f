import type { DomainModel } from '../generated/prisma/models.ts'

/** Of the domains whose response time has a target that triggers and verdicts are about. */
export const hasPromisedTime = { targetResponseTimeMs: { not: null }, targetIsSoft: false } as const

/** That target; null where there is none, or only a soft one. */
export function promisedTimeMs(
  domain: Pick<DomainModel, 'targetResponseTimeMs' | 'targetIsSoft'>,
): number | null {
  return domain.targetIsSoft ? null : domain.targetResponseTimeMs
}
