-- AlterTable
ALTER TABLE "ApiToken" ADD COLUMN     "hostId" UUID;

-- CreateTable
CREATE TABLE "LoadBalancer" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "points" JSONB NOT NULL DEFAULT '[]',
    "lastAskedAt" TIMESTAMPTZ(3),
    "claimedAt" TIMESTAMPTZ(3),
    "sampledAt" TIMESTAMPTZ(3),
    "reading" JSONB,
    "advice" JSONB,
    "problem" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LoadBalancer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "LoadBalancer_hostId_key" ON "LoadBalancer"("hostId");

-- CreateIndex
CREATE INDEX "ApiToken_hostId_idx" ON "ApiToken"("hostId");

-- AddForeignKey
ALTER TABLE "LoadBalancer" ADD CONSTRAINT "LoadBalancer_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;
