-- Several roles a person, each on the hosts of a tag or on every host.
CREATE TABLE "Grant" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "role" TEXT NOT NULL,
    "tag" TEXT,

    CONSTRAINT "Grant_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Grant_userId_idx" ON "Grant"("userId");
CREATE UNIQUE INDEX "Grant_userId_role_tag_key" ON "Grant"("userId", "role", "tag") NULLS NOT DISTINCT;
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_role_check" CHECK ("role" IN ('administrator', 'approver', 'operator', 'viewer'));
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_administrator_check" CHECK ("role" <> 'administrator' OR "tag" IS NULL);

INSERT INTO "Grant" ("id", "userId", "role") SELECT gen_random_uuid(), "id", "role" FROM "User";

ALTER TABLE "User" DROP COLUMN "role",
  ALTER COLUMN "passwordHash" DROP NOT NULL,
  ADD COLUMN "lastSignInAt" TIMESTAMPTZ(3);

-- One table for every one-time link: of the set-up, of an invitation, of a reset.
ALTER TABLE "SetupLink" RENAME TO "AccountLink";
ALTER TABLE "AccountLink" RENAME CONSTRAINT "SetupLink_pkey" TO "AccountLink_pkey";
ALTER INDEX "SetupLink_tokenHash_key" RENAME TO "AccountLink_tokenHash_key";
ALTER TABLE "AccountLink" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'set-up', ADD COLUMN "userId" UUID;
ALTER TABLE "AccountLink" ALTER COLUMN "kind" DROP DEFAULT;
CREATE INDEX "AccountLink_userId_idx" ON "AccountLink"("userId");
ALTER TABLE "AccountLink" ADD CONSTRAINT "AccountLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "AccountLink" ADD CONSTRAINT "AccountLink_kind_check" CHECK ("kind" IN ('set-up', 'invite', 'reset'));
ALTER TABLE "AccountLink" ADD CONSTRAINT "AccountLink_person_check" CHECK (("kind" = 'set-up') = ("userId" IS NULL));

ALTER TABLE "Session" ADD COLUMN "address" TEXT, ADD COLUMN "userAgent" TEXT;

CREATE TABLE "FailedAttempts" (
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "untilAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FailedAttempts_pkey" PRIMARY KEY ("key")
);
CREATE INDEX "FailedAttempts_untilAt_idx" ON "FailedAttempts"("untilAt");
