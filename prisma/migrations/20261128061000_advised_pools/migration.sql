-- CreateTable
CREATE TABLE "AdvisedPool" (
    "poolId" UUID NOT NULL,
    "number" SERIAL NOT NULL,
    "joinedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "settings" JSONB NOT NULL,

    CONSTRAINT "AdvisedPool_pkey" PRIMARY KEY ("poolId")
);

-- CreateIndex
CREATE UNIQUE INDEX "AdvisedPool_number_key" ON "AdvisedPool"("number");

-- AddForeignKey
ALTER TABLE "AdvisedPool" ADD CONSTRAINT "AdvisedPool_poolId_fkey" FOREIGN KEY ("poolId") REFERENCES "Pool"("id") ON DELETE CASCADE ON UPDATE CASCADE;
