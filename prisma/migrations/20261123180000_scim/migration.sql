-- The name of an account at an identity provider that provisions it, and when it took it away.
ALTER TABLE "User" ADD COLUMN "externalId" TEXT, ADD COLUMN "removedAt" TIMESTAMPTZ(3);
ALTER TABLE "User" ADD CONSTRAINT "User_removedAt_check"
  CHECK ("removedAt" IS NULL OR "disabledAt" IS NOT NULL);
