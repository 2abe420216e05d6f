-- CreateTable
CREATE TABLE "WeightPlan" (
    "id" UUID NOT NULL,
    "poolId" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'checking',
    "guestUuid" TEXT NOT NULL,
    "guestName" TEXT NOT NULL,
    "weight" INTEGER NOT NULL,
    "cap" INTEGER,
    "change" JSONB,
    "result" JSONB,
    "problem" JSONB,
    "jobId" UUID,
    "createdById" UUID,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "plannedAt" TIMESTAMPTZ(3),
    "startedBy" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "undoneBy" TEXT,
    "undoneAt" TIMESTAMPTZ(3),
    "begunAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "WeightPlan_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "WeightPlan_jobId_key" ON "WeightPlan"("jobId");

-- CreateIndex
CREATE INDEX "WeightPlan_poolId_createdAt_idx" ON "WeightPlan"("poolId", "createdAt");

-- AddForeignKey
ALTER TABLE "WeightPlan" ADD CONSTRAINT "WeightPlan_poolId_fkey" FOREIGN KEY ("poolId") REFERENCES "Pool"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WeightPlan" ADD CONSTRAINT "WeightPlan_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WeightPlan" ADD CONSTRAINT "WeightPlan_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

ALTER TABLE "WeightPlan" ADD CONSTRAINT "WeightPlan_state_check" CHECK ("state" IN (
    'checking', 'refused', 'planned', 'storing', 'stored', 'restoring', 'restored', 'overruled'
));

ALTER TABLE "Job" DROP CONSTRAINT "Job_kind_check";
ALTER TABLE "Job" ADD CONSTRAINT "Job_kind_check" CHECK ("kind" IN (
    'inspect-upload', 'read-upload', 'read-part', 'run-analysis', 'play-run', 'check-address', 'probe-host',
    'discover-host', 'record-host', 'probe-guest-log', 'probe-pool', 'read-pool', 'check-move', 'move-guest',
    'store-weight', 'prepare-plan', 'apply-plan', 'roll-back-application', 'judge-outcome'
));

CALL note_changes_of('WeightPlan', 'other');
