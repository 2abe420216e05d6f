-- CreateTable
CREATE TABLE "PoolMove" (
    "id" UUID NOT NULL,
    "poolId" UUID NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'checking',
    "guestUuid" TEXT NOT NULL,
    "guestName" TEXT NOT NULL,
    "fromHostUuid" TEXT NOT NULL,
    "fromHostName" TEXT NOT NULL,
    "toHostUuid" TEXT NOT NULL,
    "toHostName" TEXT NOT NULL,
    "problem" JSONB,
    "found" JSONB,
    "result" JSONB,
    "jobId" UUID,
    "createdById" UUID,
    "createdBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "plannedAt" TIMESTAMPTZ(3),
    "startedById" UUID,
    "startedBy" TEXT,
    "startedAt" TIMESTAMPTZ(3),
    "begunAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PoolMove_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MovingHost" (
    "poolId" UUID NOT NULL,
    "hostUuid" TEXT NOT NULL,
    "moveId" UUID NOT NULL,
    "guestUuids" TEXT[],

    CONSTRAINT "MovingHost_pkey" PRIMARY KEY ("poolId","hostUuid")
);

-- CreateIndex
CREATE UNIQUE INDEX "PoolMove_jobId_key" ON "PoolMove"("jobId");

-- CreateIndex
CREATE INDEX "PoolMove_poolId_createdAt_idx" ON "PoolMove"("poolId", "createdAt");

-- CreateIndex
CREATE INDEX "MovingHost_moveId_idx" ON "MovingHost"("moveId");

-- AddForeignKey
ALTER TABLE "PoolMove" ADD CONSTRAINT "PoolMove_poolId_fkey" FOREIGN KEY ("poolId") REFERENCES "Pool"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PoolMove" ADD CONSTRAINT "PoolMove_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PoolMove" ADD CONSTRAINT "PoolMove_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PoolMove" ADD CONSTRAINT "PoolMove_startedById_fkey" FOREIGN KEY ("startedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MovingHost" ADD CONSTRAINT "MovingHost_moveId_fkey" FOREIGN KEY ("moveId") REFERENCES "PoolMove"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "PoolMove" ADD CONSTRAINT "PoolMove_state_check" CHECK ("state" IN (
    'checking', 'refused', 'planned', 'moving', 'moved', 'stayed', 'both', 'neither', 'unknown'
));

ALTER TABLE "Job" DROP CONSTRAINT "Job_kind_check";
ALTER TABLE "Job" ADD CONSTRAINT "Job_kind_check" CHECK ("kind" IN (
    'inspect-upload', 'read-upload', 'read-part', 'run-analysis', 'play-run', 'check-address', 'probe-host',
    'discover-host', 'record-host', 'probe-guest-log', 'probe-pool', 'read-pool', 'check-move', 'move-guest',
    'prepare-plan', 'apply-plan', 'roll-back-application', 'judge-outcome'
));

CALL note_changes_of('PoolMove', 'other');
