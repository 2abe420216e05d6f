-- Who could sign in as somebody, because the way in was theirs to give: whoever made the link with which
-- the password was set, or last set up the identity provider, and whoever was behind them in turn. Such
-- a person's approval is no second person's.
ALTER TABLE "AccountLink" ADD COLUMN "behindIds" UUID[] NOT NULL DEFAULT '{}';
ALTER TABLE "User" ADD COLUMN "behindIds" UUID[] NOT NULL DEFAULT '{}';
ALTER TABLE "IdentityProvider" ADD COLUMN "behindIds" UUID[] NOT NULL DEFAULT '{}';
ALTER TABLE "PlanApproval" ADD COLUMN "behindIds" UUID[] NOT NULL DEFAULT '{}';

-- Of what was there before, the audit trail says who did it. What it does not say is nobody's.
CREATE TEMPORARY TABLE "Doer" ON COMMIT DROP AS
  SELECT event."sequence", event."at", event."action", event."targetId",
         COALESCE(token."userId", person."id") AS "id"
    FROM "AuditEvent" event
    LEFT JOIN "ApiToken" token ON event."actorKind" = 'token' AND token."id"::text = event."actorId"
    LEFT JOIN "User" person ON event."actorKind" = 'user' AND person."id"::text = event."actorId"
   WHERE event."outcome" = 'succeeded'
     AND event."action" IN ('person.invite', 'person.make-link', 'person.break-glass',
                            'identity-provider.create', 'identity-provider.update');

-- A link and the event that tells of it were written in one transaction.
UPDATE "AccountLink" link SET "behindIds" = ARRAY[maker."id"]
  FROM (SELECT made."id" AS "linkId",
               (SELECT "id" FROM "Doer"
                 WHERE "action" LIKE 'person.%' AND "targetId" = made."userId"::text
                   AND "at" BETWEEN made."createdAt" - INTERVAL '1 minute'
                                AND made."createdAt" + INTERVAL '1 minute'
                 ORDER BY abs(extract(epoch FROM "at" - made."createdAt")) LIMIT 1) AS "id"
          FROM "AccountLink" made) maker
 WHERE maker."linkId" = link."id" AND maker."id" IS NOT NULL;

-- The newest link that was used decides, or all of them where a passkey may be older than it.
WITH RECURSIVE given AS (
  SELECT link."userId", maker."id" AS "behindId"
    FROM "AccountLink" link CROSS JOIN LATERAL unnest(link."behindIds") AS maker("id")
   WHERE link."usedAt" IS NOT NULL AND link."userId" IS NOT NULL
     AND (link."usedAt" = (SELECT max("usedAt") FROM "AccountLink" WHERE "userId" = link."userId")
          OR EXISTS (SELECT FROM "Passkey" WHERE "userId" = link."userId"))
), behind AS (
  SELECT "userId", "behindId" FROM given
  UNION
  SELECT behind."userId", given."behindId" FROM behind JOIN given ON given."userId" = behind."behindId"
)
UPDATE "User" person SET "behindIds" = others."ids"
  FROM (SELECT "userId", array_agg("behindId") AS "ids" FROM behind
         WHERE "behindId" <> "userId" GROUP BY "userId") others
 WHERE others."userId" = person."id";

UPDATE "AccountLink" link SET "behindIds" = link."behindIds" || maker."behindIds"
  FROM "User" maker WHERE maker."id" = link."behindIds"[1];

UPDATE "IdentityProvider" provider SET "behindIds" = setter."id" || setter."behindIds"
  FROM (SELECT each."id" AS "providerId",
               (SELECT "id" FROM "Doer"
                 WHERE "action" LIKE 'identity-provider.%' AND "targetId" = each."id"::text
                 ORDER BY "sequence" DESC LIMIT 1) AS "setterId"
          FROM "IdentityProvider" each) last
  JOIN "User" setter ON setter."id" = last."setterId"
 WHERE last."providerId" = provider."id";

UPDATE "PlanApproval" approval SET "behindIds" = approver."behindIds"
  FROM "User" approver WHERE approver."id" = approval."byId";
