-- AlterTable
ALTER TABLE "Domain" ADD COLUMN "applied" JSONB,
ADD COLUMN "driftSince" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "Upload" ADD COLUMN "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "GuestLog" (
    "id" UUID NOT NULL,
    "domainId" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'probing',
    "address" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "username" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "logFormat" TEXT,
    "publicKey" TEXT,
    "privateKeySealed" BYTEA,
    "offeredFingerprint" TEXT,
    "pinnedFingerprint" TEXT,
    "problem" JSONB,
    "jobId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GuestLog_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "GuestLog_domainId_key" ON "GuestLog"("domainId");

-- AddForeignKey
ALTER TABLE "GuestLog" ADD CONSTRAINT "GuestLog_domainId_fkey" FOREIGN KEY ("domainId") REFERENCES "Domain"("id") ON DELETE CASCADE ON UPDATE CASCADE;
