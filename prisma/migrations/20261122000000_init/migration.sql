-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "User" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabledAt" TIMESTAMPTZ(3),

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SetupLink" (
    "id" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SetupLink_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "userId" UUID,
    "data" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "createdByTokenId" UUID,
    "hostId" UUID,
    "name" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "secretHash" TEXT NOT NULL,
    "scopes" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "sequence" BIGSERIAL NOT NULL,
    "id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT,
    "actorName" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "targetKind" TEXT,
    "targetId" TEXT,
    "targetName" TEXT,
    "outcome" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "requestId" TEXT,
    "remoteIp" TEXT,
    "prevHash" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("sequence")
);

-- CreateTable
CREATE TABLE "IdempotencyRecord" (
    "id" UUID NOT NULL,
    "principal" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "route" TEXT NOT NULL,
    "requestHash" TEXT NOT NULL,
    "status" INTEGER,
    "body" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyRecord_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Job" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "payload" JSONB NOT NULL,
    "progress" JSONB,
    "result" JSONB,
    "error" JSONB,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "subjectKind" TEXT,
    "subjectId" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "cancelRequestedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Host" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "notes" TEXT NOT NULL DEFAULT '',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "scheduler" TEXT,
    "pCpus" INTEGER,
    "inventory" JSONB,
    "inventoryAt" TIMESTAMPTZ(3),
    "isSample" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Host_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "LoadBalancer" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "lastAskedAt" TIMESTAMPTZ(3),
    "claimedAt" TIMESTAMPTZ(3),
    "sampledAt" TIMESTAMPTZ(3),
    "reading" JSONB,
    "advice" JSONB,
    "problem" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LoadBalancer_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ThroughputPoint" (
    "loadBalancerId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "processes" INTEGER NOT NULL,
    "throughputPerSecond" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "ThroughputPoint_pkey" PRIMARY KEY ("loadBalancerId","position")
);

-- CreateTable
CREATE TABLE "Domain" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "xenUuid" TEXT,
    "xenId" INTEGER,
    "vCpus" INTEGER,
    "memoryMb" INTEGER,
    "weight" INTEGER,
    "cap" INTEGER,
    "cpupool" TEXT,
    "state" TEXT,
    "targetResponseTimeMs" DOUBLE PRECISION,
    "targetThroughputPerSecond" DOUBLE PRECISION,
    "seenAt" TIMESTAMPTZ(3),
    "goneAt" TIMESTAMPTZ(3),
    "applied" JSONB,
    "driftSince" TIMESTAMPTZ(3),

    CONSTRAINT "Domain_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "GuestLog" (
    "id" UUID NOT NULL,
    "domainId" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "logFormat" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "GuestLog_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SshAccess" (
    "id" UUID NOT NULL,
    "hostId" UUID,
    "guestLogId" UUID,
    "state" TEXT NOT NULL DEFAULT 'probing',
    "address" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "username" TEXT NOT NULL,
    "publicKey" TEXT,
    "privateKeySealed" BYTEA,
    "offeredFingerprint" TEXT,
    "pinnedFingerprint" TEXT,
    "problem" JSONB,
    "jobId" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SshAccess_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Upload" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'receiving',
    "hostId" UUID,
    "recording" JSONB,
    "warnings" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "problem" JSONB,
    "jobId" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Upload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UploadFile" (
    "id" UUID NOT NULL,
    "uploadId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sizeBytes" BIGINT NOT NULL,
    "receivedBytes" BIGINT NOT NULL DEFAULT 0,
    "sha256" TEXT,
    "modifiedAt" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'receiving',
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "UploadFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Source" (
    "id" UUID NOT NULL,
    "uploadId" UUID NOT NULL,
    "fileId" UUID NOT NULL,
    "path" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "detection" JSONB,
    "spec" JSONB,
    "settings" JSONB NOT NULL,
    "domains" JSONB NOT NULL,
    "questions" JSONB NOT NULL,
    "warnings" TEXT[],
    "facts" JSONB NOT NULL,
    "xlOutput" JSONB,
    "trouble" JSONB,
    "included" BOOLEAN NOT NULL DEFAULT true,
    "includedSaid" BOOLEAN NOT NULL DEFAULT false,
    "leftOut" TEXT,
    "report" JSONB,

    CONSTRAINT "Source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ObservationSet" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "windowSeconds" DOUBLE PRECISION NOT NULL,
    "notes" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ObservationSet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Observation" (
    "setId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "windowStart" TIMESTAMPTZ(3) NOT NULL,
    "requests" JSONB,
    "clientRequests" JSONB,
    "cpu" JSONB,

    CONSTRAINT "Observation_pkey" PRIMARY KEY ("setId","domain","windowStart")
);

-- CreateTable
CREATE TABLE "Analysis" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hostId" UUID NOT NULL,
    "options" JSONB NOT NULL,
    "verdict" TEXT,
    "result" JSONB,
    "load" JSONB,
    "jobId" UUID,
    "observationSetId" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Analysis_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AnalysisTarget" (
    "analysisId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "domain" TEXT NOT NULL,
    "responseTimeMs" DOUBLE PRECISION,
    "throughputPerSecond" DOUBLE PRECISION,

    CONSTRAINT "AnalysisTarget_pkey" PRIMARY KEY ("analysisId","position")
);

-- CreateTable
CREATE TABLE "AnalysisWindow" (
    "analysisId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "windowStart" TIMESTAMPTZ(3) NOT NULL,
    "values" JSONB NOT NULL,

    CONSTRAINT "AnalysisWindow_pkey" PRIMARY KEY ("analysisId","domain","windowStart")
);

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
CREATE TABLE "Run" (
    "id" UUID NOT NULL,
    "analysisId" UUID,
    "kind" TEXT NOT NULL,
    "question" JSONB NOT NULL,
    "result" JSONB,
    "jobId" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Plan" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "analysisId" UUID,
    "wanted" JSONB NOT NULL,
    "content" JSONB,
    "hash" TEXT,
    "canApply" BOOLEAN NOT NULL DEFAULT false,
    "jobId" UUID,
    "createdById" UUID,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "plannedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "Plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Application" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "planId" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "rollbackOfId" UUID,
    "state" TEXT NOT NULL DEFAULT 'confirmed',
    "before" JSONB,
    "result" JSONB,
    "jobId" UUID,
    "requestedById" UUID,
    "requestedBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Application_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApplicationStep" (
    "applicationId" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApplicationStep_pkey" PRIMARY KEY ("applicationId","position")
);

-- CreateTable
CREATE TABLE "_ObservationSetToUpload" (
    "A" UUID NOT NULL,
    "B" UUID NOT NULL,

    CONSTRAINT "_ObservationSetToUpload_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateTable
CREATE TABLE "_AnalysisToUpload" (
    "A" UUID NOT NULL,
    "B" UUID NOT NULL,

    CONSTRAINT "_AnalysisToUpload_AB_pkey" PRIMARY KEY ("A","B")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE UNIQUE INDEX "SetupLink_tokenHash_key" ON "SetupLink"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "Session_expiresAt_idx" ON "Session"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_secretHash_key" ON "ApiToken"("secretHash");

-- CreateIndex
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken"("userId");

-- CreateIndex
CREATE INDEX "ApiToken_createdByTokenId_idx" ON "ApiToken"("createdByTokenId");

-- CreateIndex
CREATE INDEX "ApiToken_hostId_idx" ON "ApiToken"("hostId");

-- CreateIndex
CREATE UNIQUE INDEX "AuditEvent_id_key" ON "AuditEvent"("id");

-- CreateIndex
CREATE INDEX "AuditEvent_action_sequence_idx" ON "AuditEvent"("action", "sequence");

-- CreateIndex
CREATE INDEX "AuditEvent_targetKind_targetId_sequence_idx" ON "AuditEvent"("targetKind", "targetId", "sequence");

-- CreateIndex
CREATE INDEX "IdempotencyRecord_expiresAt_idx" ON "IdempotencyRecord"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "IdempotencyRecord_principal_key_key" ON "IdempotencyRecord"("principal", "key");

-- CreateIndex
CREATE INDEX "Job_state_createdAt_idx" ON "Job"("state", "createdAt");

-- CreateIndex
CREATE INDEX "Job_subjectKind_subjectId_idx" ON "Job"("subjectKind", "subjectId");

-- CreateIndex
CREATE UNIQUE INDEX "Host_name_key" ON "Host"("name");

-- CreateIndex
CREATE UNIQUE INDEX "LoadBalancer_hostId_key" ON "LoadBalancer"("hostId");

-- CreateIndex
CREATE UNIQUE INDEX "Domain_hostId_name_key" ON "Domain"("hostId", "name");

-- CreateIndex
CREATE UNIQUE INDEX "GuestLog_domainId_key" ON "GuestLog"("domainId");

-- CreateIndex
CREATE UNIQUE INDEX "SshAccess_hostId_key" ON "SshAccess"("hostId");

-- CreateIndex
CREATE UNIQUE INDEX "SshAccess_guestLogId_key" ON "SshAccess"("guestLogId");

-- CreateIndex
CREATE UNIQUE INDEX "SshAccess_jobId_key" ON "SshAccess"("jobId");

-- CreateIndex
CREATE UNIQUE INDEX "Upload_jobId_key" ON "Upload"("jobId");

-- CreateIndex
CREATE INDEX "Upload_hostId_idx" ON "Upload"("hostId");

-- CreateIndex
CREATE INDEX "UploadFile_uploadId_idx" ON "UploadFile"("uploadId");

-- CreateIndex
CREATE INDEX "Source_fileId_idx" ON "Source"("fileId");

-- CreateIndex
CREATE UNIQUE INDEX "Source_uploadId_position_key" ON "Source"("uploadId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "ObservationSet_key_key" ON "ObservationSet"("key");

-- CreateIndex
CREATE UNIQUE INDEX "Analysis_jobId_key" ON "Analysis"("jobId");

-- CreateIndex
CREATE INDEX "Analysis_hostId_createdAt_idx" ON "Analysis"("hostId", "createdAt");

-- CreateIndex
CREATE INDEX "Analysis_observationSetId_idx" ON "Analysis"("observationSetId");

-- CreateIndex
CREATE UNIQUE INDEX "AnalysisTarget_analysisId_domain_key" ON "AnalysisTarget"("analysisId", "domain");

-- CreateIndex
CREATE UNIQUE INDEX "Run_jobId_key" ON "Run"("jobId");

-- CreateIndex
CREATE INDEX "Run_analysisId_createdAt_idx" ON "Run"("analysisId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Plan_jobId_key" ON "Plan"("jobId");

-- CreateIndex
CREATE INDEX "Plan_hostId_createdAt_idx" ON "Plan"("hostId", "createdAt");

-- CreateIndex
CREATE INDEX "Plan_analysisId_idx" ON "Plan"("analysisId");

-- CreateIndex
CREATE UNIQUE INDEX "Application_jobId_key" ON "Application"("jobId");

-- CreateIndex
CREATE INDEX "Application_hostId_createdAt_idx" ON "Application"("hostId", "createdAt");

-- CreateIndex
CREATE INDEX "Application_planId_idx" ON "Application"("planId");

-- CreateIndex
CREATE INDEX "Application_rollbackOfId_idx" ON "Application"("rollbackOfId");

-- CreateIndex
CREATE INDEX "_ObservationSetToUpload_B_index" ON "_ObservationSetToUpload"("B");

-- CreateIndex
CREATE INDEX "_AnalysisToUpload_B_index" ON "_AnalysisToUpload"("B");

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_createdByTokenId_fkey" FOREIGN KEY ("createdByTokenId") REFERENCES "ApiToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LoadBalancer" ADD CONSTRAINT "LoadBalancer_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ThroughputPoint" ADD CONSTRAINT "ThroughputPoint_loadBalancerId_fkey" FOREIGN KEY ("loadBalancerId") REFERENCES "LoadBalancer"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Domain" ADD CONSTRAINT "Domain_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "GuestLog" ADD CONSTRAINT "GuestLog_domainId_fkey" FOREIGN KEY ("domainId") REFERENCES "Domain"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SshAccess" ADD CONSTRAINT "SshAccess_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SshAccess" ADD CONSTRAINT "SshAccess_guestLogId_fkey" FOREIGN KEY ("guestLogId") REFERENCES "GuestLog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SshAccess" ADD CONSTRAINT "SshAccess_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UploadFile" ADD CONSTRAINT "UploadFile_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES "Upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Source" ADD CONSTRAINT "Source_uploadId_fkey" FOREIGN KEY ("uploadId") REFERENCES "Upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Source" ADD CONSTRAINT "Source_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "UploadFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Observation" ADD CONSTRAINT "Observation_setId_fkey" FOREIGN KEY ("setId") REFERENCES "ObservationSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_observationSetId_fkey" FOREIGN KEY ("observationSetId") REFERENCES "ObservationSet"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AnalysisTarget" ADD CONSTRAINT "AnalysisTarget_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AnalysisWindow" ADD CONSTRAINT "AnalysisWindow_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AnalysisArrivals" ADD CONSTRAINT "AnalysisArrivals_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Run" ADD CONSTRAINT "Run_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Plan" ADD CONSTRAINT "Plan_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Application" ADD CONSTRAINT "Application_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Application" ADD CONSTRAINT "Application_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Application" ADD CONSTRAINT "Application_rollbackOfId_fkey" FOREIGN KEY ("rollbackOfId") REFERENCES "Application"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Application" ADD CONSTRAINT "Application_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Application" ADD CONSTRAINT "Application_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApplicationStep" ADD CONSTRAINT "ApplicationStep_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ObservationSetToUpload" ADD CONSTRAINT "_ObservationSetToUpload_A_fkey" FOREIGN KEY ("A") REFERENCES "ObservationSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_ObservationSetToUpload" ADD CONSTRAINT "_ObservationSetToUpload_B_fkey" FOREIGN KEY ("B") REFERENCES "Upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AnalysisToUpload" ADD CONSTRAINT "_AnalysisToUpload_A_fkey" FOREIGN KEY ("A") REFERENCES "Analysis"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "_AnalysisToUpload" ADD CONSTRAINT "_AnalysisToUpload_B_fkey" FOREIGN KEY ("B") REFERENCES "Upload"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One unfinished application per host: the lock that two operators (or two agents) meet.
CREATE UNIQUE INDEX "Application_one_unfinished_per_host" ON "Application"("hostId") WHERE "state" IN ('confirmed', 'applying');

-- The audit trail is append-only: rows can be added, never changed or taken out.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are append-only';
END $$;
CREATE TRIGGER "AuditEvent_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditEvent" EXECUTE FUNCTION refuse_audit_change();

-- Every state and kind is one of a few words, most of them the contract's.
ALTER TABLE "User" ADD CONSTRAINT "User_role_check" CHECK ("role" IN ('administrator', 'operator', 'viewer'));
ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_actorKind_check" CHECK ("actorKind" IN ('user', 'token', 'system', 'anonymous'));
ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_outcome_check" CHECK ("outcome" IN ('succeeded', 'refused', 'failed'));
ALTER TABLE "Job" ADD CONSTRAINT "Job_kind_check" CHECK ("kind" IN (
    'inspect-upload', 'run-analysis', 'play-run', 'probe-host', 'discover-host',
    'record-host', 'probe-guest-log', 'prepare-plan', 'apply-plan', 'roll-back-application'
));
ALTER TABLE "Job" ADD CONSTRAINT "Job_state_check" CHECK ("state" IN ('queued', 'running', 'succeeded', 'failed', 'cancelled'));
ALTER TABLE "Job" ADD CONSTRAINT "Job_subjectKind_check" CHECK ("subjectKind" IN (
    'upload', 'analysis', 'run', 'host', 'plan', 'application'
));
ALTER TABLE "SshAccess" ADD CONSTRAINT "SshAccess_state_check" CHECK ("state" IN (
    'probing', 'awaiting-confirmation', 'connecting', 'connected', 'failing'
));
ALTER TABLE "Upload" ADD CONSTRAINT "Upload_state_check" CHECK ("state" IN ('receiving', 'ready', 'refused'));
ALTER TABLE "UploadFile" ADD CONSTRAINT "UploadFile_state_check" CHECK ("state" IN ('receiving', 'complete'));
ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_verdict_check" CHECK ("verdict" IN ('ok', 'reweight', 'migrate'));
ALTER TABLE "AnalysisArrivals" ADD CONSTRAINT "AnalysisArrivals_resolution_check" CHECK ("resolution" IN ('second', 'millisecond', 'microsecond'));
ALTER TABLE "Run" ADD CONSTRAINT "Run_kind_check" CHECK ("kind" IN ('what-if', 'boost', 'real-time', 'pinning', 'levers'));
ALTER TABLE "Application" ADD CONSTRAINT "Application_kind_check" CHECK ("kind" IN ('apply', 'roll-back'));
ALTER TABLE "Application" ADD CONSTRAINT "Application_state_check" CHECK ("state" IN ('confirmed', 'applying', 'verified', 'rolled-back', 'failed'));
ALTER TABLE "ApplicationStep" ADD CONSTRAINT "ApplicationStep_state_check" CHECK ("state" IN ('running', 'done', 'failed'));

-- An access leads to one machine: a host or a guest.
ALTER TABLE "SshAccess" ADD CONSTRAINT "SshAccess_machine_check" CHECK (num_nonnulls("hostId", "guestLogId") = 1);
