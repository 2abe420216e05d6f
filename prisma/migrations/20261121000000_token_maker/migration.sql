-- AlterTable
ALTER TABLE "ApiToken" ADD COLUMN "createdByTokenId" UUID;

-- CreateIndex
CREATE INDEX "ApiToken_createdByTokenId_idx" ON "ApiToken"("createdByTokenId");

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_createdByTokenId_fkey" FOREIGN KEY ("createdByTokenId") REFERENCES "ApiToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;
