-- CreateTable
CREATE TABLE "PoolDecision" (
    "poolId" UUID NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "decidedAt" TIMESTAMPTZ(3),
    "content" JSONB,
    "number" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "PoolDecision_pkey" PRIMARY KEY ("poolId")
);

-- AddForeignKey
ALTER TABLE "PoolDecision" ADD CONSTRAINT "PoolDecision_poolId_fkey" FOREIGN KEY ("poolId") REFERENCES "Pool"("id") ON DELETE CASCADE ON UPDATE CASCADE;
