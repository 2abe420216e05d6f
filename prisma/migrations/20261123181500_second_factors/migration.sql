-- What people sign in with besides a password, and who has to.
CREATE TABLE "TotpFactor" (
    "userId" UUID NOT NULL,
    "sealedSecret" BYTEA NOT NULL,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" INTEGER,
    CONSTRAINT "TotpFactor_pkey" PRIMARY KEY ("userId")
);
ALTER TABLE "TotpFactor" ADD CONSTRAINT "TotpFactor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "RecoveryCode" (
    "codeHash" TEXT NOT NULL,
    "userId" UUID NOT NULL,
    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("codeHash")
);
CREATE INDEX "RecoveryCode_userId_idx" ON "RecoveryCode"("userId");
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Passkey" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");
CREATE INDEX "Passkey_userId_idx" ON "Passkey"("userId");
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "SecondFactorRole" (
    "role" TEXT NOT NULL,
    CONSTRAINT "SecondFactorRole_pkey" PRIMARY KEY ("role"),
    CONSTRAINT "SecondFactorRole_role_check" CHECK ("role" IN ('administrator', 'approver', 'operator', 'viewer'))
);

ALTER TABLE "Session" ADD COLUMN "halfOpen" BOOLEAN NOT NULL DEFAULT false;
