import type { FirstSteps } from '@steelyard/contract'
import type { Tx } from '../db.ts'

/** How far a new installation has come; the samples do not count. */
export async function firstSteps(tx: Tx): Promise<FirstSteps> {
  const [steps] = await tx.$queryRaw<FirstSteps[]>`
    WITH own AS (SELECT "id" FROM "Host" WHERE NOT "isSample")
    SELECT
      EXISTS (SELECT FROM "Upload"
        WHERE "hostId" IS NULL OR "hostId" IN (SELECT "id" FROM own)) AS "recorded",
      EXISTS (SELECT FROM "Analysis"
        WHERE "finishedAt" IS NOT NULL AND "hostId" IN (SELECT "id" FROM own)) AS "analysed",
      EXISTS (SELECT FROM "Domain"
        WHERE "targetResponseTimeMs" IS NOT NULL AND NOT "targetIsSoft"
          AND "hostId" IN (SELECT "id" FROM own)) AS "targeted",
      EXISTS (SELECT FROM "SshAccess"
        WHERE "pinnedFingerprint" IS NOT NULL AND "hostId" IS NOT NULL) AS "connected",
      EXISTS (SELECT FROM "Application"
        WHERE "kind" = 'apply' AND "state" = 'verified') AS "applied"`
  return steps!
}
