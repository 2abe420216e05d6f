-- CreateTable
CREATE TABLE "PoolWatch" (
    "poolId" UUID NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "eventToken" TEXT,
    "hosts" JSONB,
    "recordingDeniedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PoolWatch_pkey" PRIMARY KEY ("poolId")
);

-- CreateTable
CREATE TABLE "PoolWindow" (
    "poolId" UUID NOT NULL,
    "hostUuid" UUID NOT NULL,
    "windowStart" TIMESTAMPTZ(3) NOT NULL,
    "storedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "load" JSONB NOT NULL,

    CONSTRAINT "PoolWindow_pkey" PRIMARY KEY ("poolId","hostUuid","windowStart")
);

-- CreateIndex
CREATE INDEX "PoolWindow_storedAt_idx" ON "PoolWindow"("storedAt");

-- AddForeignKey
ALTER TABLE "PoolWatch" ADD CONSTRAINT "PoolWatch_poolId_fkey" FOREIGN KEY ("poolId") REFERENCES "Pool"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PoolWindow" ADD CONSTRAINT "PoolWindow_poolId_fkey" FOREIGN KEY ("poolId") REFERENCES "Pool"("id") ON DELETE CASCADE ON UPDATE CASCADE;
