-- CreateTable
CREATE TABLE "Pool" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'probing',
    "username" TEXT,
    "publicKey" TEXT,
    "privateKeySealed" BYTEA,
    "passwordSealed" BYTEA,
    "problem" JSONB,
    "inventory" JSONB,
    "inventoryAt" TIMESTAMPTZ(3),
    "jobId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Pool_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PoolMember" (
    "poolId" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "offeredFingerprint" TEXT,
    "pinnedFingerprint" TEXT,

    CONSTRAINT "PoolMember_pkey" PRIMARY KEY ("poolId","address")
);

-- CreateIndex
CREATE UNIQUE INDEX "Pool_name_key" ON "Pool"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Pool_jobId_key" ON "Pool"("jobId");

-- AddForeignKey
ALTER TABLE "Pool" ADD CONSTRAINT "Pool_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PoolMember" ADD CONSTRAINT "PoolMember_poolId_fkey" FOREIGN KEY ("poolId") REFERENCES "Pool"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Pool" ADD CONSTRAINT "Pool_state_check" CHECK ("state" IN (
    'probing', 'awaiting-confirmation', 'connecting', 'connected', 'failing'
));

ALTER TABLE "Job" DROP CONSTRAINT "Job_subjectKind_check";
ALTER TABLE "Job" ADD CONSTRAINT "Job_subjectKind_check" CHECK ("subjectKind" IN (
    'upload', 'analysis', 'run', 'host', 'plan', 'application', 'pool'
));

ALTER TABLE "Job" DROP CONSTRAINT "Job_kind_check";
ALTER TABLE "Job" ADD CONSTRAINT "Job_kind_check" CHECK ("kind" IN (
    'inspect-upload', 'read-upload', 'read-part', 'run-analysis', 'play-run', 'check-address', 'probe-host',
    'discover-host', 'record-host', 'probe-guest-log', 'probe-pool', 'read-pool', 'prepare-plan',
    'apply-plan', 'roll-back-application', 'judge-outcome'
));
