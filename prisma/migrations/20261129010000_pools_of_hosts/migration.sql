-- AlterTable
ALTER TABLE "Host" ADD COLUMN "poolId" UUID;

-- AlterTable
ALTER TABLE "Pool" ADD COLUMN "kind" TEXT NOT NULL DEFAULT 'xapi',
ALTER COLUMN "address" DROP NOT NULL,
ALTER COLUMN "port" DROP NOT NULL;

-- CreateIndex
CREATE INDEX "Host_poolId_idx" ON "Host"("poolId");

-- AddForeignKey
ALTER TABLE "Host" ADD CONSTRAINT "Host_poolId_fkey" FOREIGN KEY ("poolId") REFERENCES "Pool"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- Hosts that are reached over SSH have addresses of their own; their pool has none.
ALTER TABLE "Pool" ADD CONSTRAINT "Pool_kind_check" CHECK (
    "kind" = 'xapi' AND "address" IS NOT NULL AND "port" IS NOT NULL
    OR "kind" = 'hosts' AND "address" IS NULL AND "port" IS NULL
);
