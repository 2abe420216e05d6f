-- AlterTable
ALTER TABLE "Analysis" ADD COLUMN     "load" JSONB;

-- CreateTable
CREATE TABLE "AnalysisArrivals" (
    "analysisId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "startEpochSeconds" DOUBLE PRECISION NOT NULL,
    "offsets" BYTEA NOT NULL,
    "resolution" TEXT NOT NULL,

    CONSTRAINT "AnalysisArrivals_pkey" PRIMARY KEY ("analysisId","domain")
);

-- CreateTable
CREATE TABLE "TwinRun" (
    "id" UUID NOT NULL,
    "analysisId" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "question" JSONB NOT NULL,
    "result" JSONB,
    "jobId" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "TwinRun_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "TwinRun_analysisId_createdAt_idx" ON "TwinRun"("analysisId", "createdAt");

-- AddForeignKey
ALTER TABLE "AnalysisArrivals" ADD CONSTRAINT "AnalysisArrivals_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TwinRun" ADD CONSTRAINT "TwinRun_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;
