CREATE TABLE "IdentityProvider" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientSecretSealed" BYTEA,
    "scopes" TEXT NOT NULL,
    "groupsClaim" TEXT NOT NULL,
    "rules" JSONB NOT NULL,
    "defaultGrants" JSONB NOT NULL,
    "justInTime" BOOLEAN NOT NULL,
    "linksByEmail" BOOLEAN NOT NULL,
    "trustsEmails" BOOLEAN NOT NULL,
    "required" BOOLEAN NOT NULL,
    "provenAt" TIMESTAMPTZ(3),
    "trouble" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IdentityProvider_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "IdentityProvider_issuer_key" ON "IdentityProvider"("issuer");

-- Who a person is at a provider.
CREATE TABLE "Identity" (
    "providerId" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Identity_pkey" PRIMARY KEY ("providerId", "subject")
);
CREATE INDEX "Identity_userId_idx" ON "Identity"("userId");
ALTER TABLE "Identity" ADD CONSTRAINT "Identity_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "IdentityProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Identity" ADD CONSTRAINT "Identity_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Roles that follow the groups of a provider stand beside those given by hand.
ALTER TABLE "Grant" ADD COLUMN "providerId" UUID;
ALTER TABLE "Grant" ADD CONSTRAINT "Grant_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "IdentityProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
DROP INDEX "Grant_userId_role_tag_key";
CREATE UNIQUE INDEX "Grant_userId_role_tag_providerId_key" ON "Grant"("userId", "role", "tag", "providerId") NULLS NOT DISTINCT;

ALTER TABLE "Session" ADD COLUMN "providerId" UUID;
ALTER TABLE "Session" ADD CONSTRAINT "Session_providerId_fkey" FOREIGN KEY ("providerId") REFERENCES "IdentityProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;
