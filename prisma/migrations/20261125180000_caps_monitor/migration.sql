-- Caps that follow the load of real-time domains. Two uses of the samples share one claim now.

CREATE TABLE "Sampling" (
    "hostId" UUID NOT NULL,
    "claimedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "hasTrouble" BOOLEAN NOT NULL DEFAULT false,
    CONSTRAINT "Sampling_pkey" PRIMARY KEY ("hostId")
);
ALTER TABLE "Sampling" ADD CONSTRAINT "Sampling_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "CapsMonitor" (
    "hostId" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "rule" JSONB NOT NULL,
    "sample" JSONB,
    "sampledAt" TIMESTAMPTZ(3),
    "activity" JSONB NOT NULL DEFAULT '{}',
    "capsBefore" JSONB,
    "planId" UUID,
    "sampleTrouble" JSONB,
    "changeTrouble" JSONB,
    "retryAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "CapsMonitor_pkey" PRIMARY KEY ("hostId"),
    CONSTRAINT "CapsMonitor_mode_check" CHECK ("mode" IN ('off', 'dry-run', 'automatic'))
);
CREATE UNIQUE INDEX "CapsMonitor_planId_key" ON "CapsMonitor"("planId");
ALTER TABLE "CapsMonitor" ADD CONSTRAINT "CapsMonitor_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "CapsMonitor" ADD CONSTRAINT "CapsMonitor_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan"("id") ON DELETE SET NULL ON UPDATE CASCADE;
