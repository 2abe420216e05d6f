-- CreateTable
CREATE TABLE "LabRun" (
    "id" UUID NOT NULL,
    "analysisId" UUID,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "question" JSONB NOT NULL,
    "result" JSONB,
    "jobId" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "LabRun_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "LabRun_analysisId_createdAt_idx" ON "LabRun"("analysisId", "createdAt");

-- AddForeignKey
ALTER TABLE "LabRun" ADD CONSTRAINT "LabRun_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;
