-- AlterTable
ALTER TABLE "PoolMove" ADD COLUMN "backIfWorse" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "undoesId" UUID;

-- CreateIndex
CREATE UNIQUE INDEX "PoolMove_undoesId_key" ON "PoolMove"("undoesId");

-- AddForeignKey
ALTER TABLE "PoolMove" ADD CONSTRAINT "PoolMove_undoesId_fkey" FOREIGN KEY ("undoesId") REFERENCES "PoolMove"("id") ON DELETE SET NULL ON UPDATE CASCADE;
