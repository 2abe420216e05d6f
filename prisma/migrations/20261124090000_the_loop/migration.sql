-- Hosts that are observed all the time, and what the product proposes and does about them.

CREATE TABLE "Watch" (
    "hostId" UUID NOT NULL,
    "intervalSeconds" INTEGER NOT NULL DEFAULT 10,
    "guestLogs" BOOLEAN NOT NULL DEFAULT true,
    "traceEveryMinutes" INTEGER,
    "traceSeconds" INTEGER NOT NULL DEFAULT 20,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "heldBy" TEXT,
    "heldUntil" TIMESTAMPTZ(3),
    "state" TEXT NOT NULL DEFAULT 'starting',
    "problem" JSONB,
    "logs" JSONB,
    "storedTo" TIMESTAMPTZ(3),
    "tracedAt" TIMESTAMPTZ(3),
    CONSTRAINT "Watch_pkey" PRIMARY KEY ("hostId"),
    CONSTRAINT "Watch_state_check" CHECK ("state" IN ('starting', 'watching', 'failing'))
);
ALTER TABLE "Watch" ADD CONSTRAINT "Watch_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Short windows are kept for days, long ones for years: each length has partitions of its own, which
-- are dropped whole when their time is over. They have a schema of their own, because Prisma would take
-- them for tables that its schema lacks.
CREATE SCHEMA "partitions";
CREATE TABLE "WatchWindow" (
    "hostId" UUID NOT NULL,
    "seconds" INTEGER NOT NULL,
    "windowStart" TIMESTAMPTZ(3) NOT NULL,
    "observations" BYTEA NOT NULL,
    "arrivals" BYTEA,
    "storedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "WatchWindow_pkey" PRIMARY KEY ("hostId", "seconds", "windowStart"),
    CONSTRAINT "WatchWindow_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE
) PARTITION BY LIST ("seconds");
CREATE TABLE "partitions"."WatchWindow_10s" PARTITION OF "WatchWindow" FOR VALUES IN (10) PARTITION BY RANGE ("windowStart");
CREATE TABLE "partitions"."WatchWindow_1m" PARTITION OF "WatchWindow" FOR VALUES IN (60) PARTITION BY RANGE ("windowStart");
CREATE TABLE "partitions"."WatchWindow_1h" PARTITION OF "WatchWindow" FOR VALUES IN (3600) PARTITION BY RANGE ("windowStart");

-- Names and bounds of a partition cannot be bound as values, so the database puts them into the
-- statement. To make or drop one locks the tables of windows and hosts for a moment, in the order in
-- which deleting a host does.
CREATE FUNCTION make_partition(parent TEXT, start_seconds BIGINT, length_seconds INTEGER) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE "Host" IN SHARE ROW EXCLUSIVE MODE;
  EXECUTE format(
    'CREATE TABLE IF NOT EXISTS "partitions".%I PARTITION OF "partitions".%I FOR VALUES FROM (%L) TO (%L)',
    parent || '_' || start_seconds, parent, to_timestamp(start_seconds), to_timestamp(start_seconds + length_seconds)
  );
END
$$;
CREATE FUNCTION drop_partition(parent TEXT, start_seconds BIGINT) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE "Host" IN SHARE ROW EXCLUSIVE MODE;
  EXECUTE format('DROP TABLE IF EXISTS "partitions".%I', parent || '_' || start_seconds);
END
$$;

-- The counters of the metrics: they only grow, also when windows are corrected or dropped.
CREATE TABLE "WatchTotals" (
    "hostId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "requests" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "cpuSeconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "waitSeconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "responseSeconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "responses" DOUBLE PRECISION[],
    CONSTRAINT "WatchTotals_pkey" PRIMARY KEY ("hostId", "domain")
);
ALTER TABLE "WatchTotals" ADD CONSTRAINT "WatchTotals_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "HostEvent" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "kind" TEXT NOT NULL,
    "domain" TEXT,
    "detail" JSONB NOT NULL,
    CONSTRAINT "HostEvent_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "HostEvent_kind_check" CHECK ("kind" IN (
        'weight', 'cap', 'domain-appeared', 'domain-gone', 'domain-restarted', 'host-rebooted'
    ))
);
CREATE INDEX "HostEvent_hostId_at_idx" ON "HostEvent"("hostId", "at");
ALTER TABLE "HostEvent" ADD CONSTRAINT "HostEvent_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "TriggerMemory" (
    "hostId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "seenTo" TIMESTAMPTZ(3) NOT NULL,
    "state" JSONB NOT NULL,
    CONSTRAINT "TriggerMemory_pkey" PRIMARY KEY ("hostId", "domain")
);
ALTER TABLE "TriggerMemory" ADD CONSTRAINT "TriggerMemory_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Hotspot" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "openedAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    "evidence" JSONB NOT NULL,
    "closingEvidence" JSONB,
    CONSTRAINT "Hotspot_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Hotspot_hostId_domain_openedAt_key" ON "Hotspot"("hostId", "domain", "openedAt");
CREATE INDEX "Hotspot_hostId_openedAt_idx" ON "Hotspot"("hostId", "openedAt");
-- A domain has one open hotspot at most.
CREATE UNIQUE INDEX "Hotspot_open_key" ON "Hotspot"("hostId", "domain") WHERE "closedAt" IS NULL;
ALTER TABLE "Hotspot" ADD CONSTRAINT "Hotspot_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "Policy" (
    "id" UUID NOT NULL,
    "hostId" UUID,
    "tag" TEXT,
    "settings" JSONB NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Policy_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Policy_covers_check" CHECK (num_nonnulls("hostId", "tag") = 1)
);
CREATE UNIQUE INDEX "Policy_hostId_key" ON "Policy"("hostId");
CREATE UNIQUE INDEX "Policy_tag_key" ON "Policy"("tag");
ALTER TABLE "Policy" ADD CONSTRAINT "Policy_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "PolicyGrant" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "levers" TEXT[],
    "bounds" JSONB NOT NULL,
    "givenById" UUID,
    "givenByName" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),
    "revokedBy" TEXT,
    CONSTRAINT "PolicyGrant_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "PolicyGrant_hostId_createdAt_idx" ON "PolicyGrant"("hostId", "createdAt");
CREATE INDEX "PolicyGrant_givenById_idx" ON "PolicyGrant"("givenById");
ALTER TABLE "PolicyGrant" ADD CONSTRAINT "PolicyGrant_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PolicyGrant" ADD CONSTRAINT "PolicyGrant_givenById_fkey" FOREIGN KEY ("givenById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What a person allowed holds no longer than the role that let them allow it, like their approvals.
CREATE OR REPLACE FUNCTION void_approvals_of(person UUID) RETURNS void LANGUAGE sql AS $$
  UPDATE "PlanApproval" SET "voidedAt" = CURRENT_TIMESTAMP WHERE "byId" = person AND "voidedAt" IS NULL;
  UPDATE "PolicyGrant" SET "revokedAt" = CURRENT_TIMESTAMP, "revokedBy" = 'the loss of the giver’s role'
   WHERE "givenById" = person AND "revokedAt" IS NULL;
$$;
-- A grant without its giver has nobody who answers for it.
CREATE FUNCTION revoke_grants_of_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM void_approvals_of(OLD."id");
  RETURN OLD;
END
$$;
CREATE TRIGGER "User_deleted_revokes_grants" BEFORE DELETE ON "User"
  FOR EACH ROW EXECUTE FUNCTION revoke_grants_of_deleted();

ALTER TABLE "Analysis" ADD COLUMN "watchedFrom" TIMESTAMPTZ(3), ADD COLUMN "watchedTo" TIMESTAMPTZ(3);
ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_watched_check" CHECK ("watchedFrom" < "watchedTo" OR ("watchedFrom" IS NULL AND "watchedTo" IS NULL));

CREATE TABLE "HostRecommendation" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "hotspotId" UUID,
    "state" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "isDryRun" BOOLEAN NOT NULL,
    "reason" TEXT NOT NULL,
    "analysisId" UUID,
    "planId" UUID,
    "kind" TEXT,
    "decision" TEXT,
    "decidedById" UUID,
    "decidedBy" TEXT,
    "decidedAt" TIMESTAMPTZ(3),
    "supersededById" UUID,
    "applicationId" UUID,
    "rollbackId" UUID,
    "outcome" TEXT,
    "outcomeEvidence" JSONB,
    "judgedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "closedAt" TIMESTAMPTZ(3),
    CONSTRAINT "HostRecommendation_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "HostRecommendation_state_check" CHECK ("state" IN (
        'analysing', 'planning', 'open', 'approved', 'applying', 'applied', 'rolling-back',
        'confirmed', 'not-confirmed', 'worse', 'rolled-back',
        'nothing-to-gain', 'rejected', 'expired', 'superseded', 'dry-run', 'failed'
    )),
    CONSTRAINT "HostRecommendation_mode_check" CHECK ("mode" IN ('recommend', 'approve', 'automatic')),
    CONSTRAINT "HostRecommendation_decision_check" CHECK ("decision" IN ('approved', 'rejected')),
    CONSTRAINT "HostRecommendation_outcome_check" CHECK ("outcome" IN ('confirmed', 'not-confirmed', 'worse', 'unknown'))
);
CREATE UNIQUE INDEX "HostRecommendation_analysisId_key" ON "HostRecommendation"("analysisId");
CREATE UNIQUE INDEX "HostRecommendation_planId_key" ON "HostRecommendation"("planId");
CREATE UNIQUE INDEX "HostRecommendation_applicationId_key" ON "HostRecommendation"("applicationId");
CREATE UNIQUE INDEX "HostRecommendation_rollbackId_key" ON "HostRecommendation"("rollbackId");
CREATE INDEX "HostRecommendation_hostId_createdAt_idx" ON "HostRecommendation"("hostId", "createdAt");
CREATE INDEX "HostRecommendation_state_idx" ON "HostRecommendation"("state");
ALTER TABLE "HostRecommendation" ADD CONSTRAINT "HostRecommendation_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "HostRecommendation" ADD CONSTRAINT "HostRecommendation_hotspotId_fkey" FOREIGN KEY ("hotspotId") REFERENCES "Hotspot"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "HostRecommendation" ADD CONSTRAINT "HostRecommendation_analysisId_fkey" FOREIGN KEY ("analysisId") REFERENCES "Analysis"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "HostRecommendation" ADD CONSTRAINT "HostRecommendation_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "HostRecommendation" ADD CONSTRAINT "HostRecommendation_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "HostRecommendation" ADD CONSTRAINT "HostRecommendation_rollbackId_fkey" FOREIGN KEY ("rollbackId") REFERENCES "Application"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "HostRecommendation" ADD CONSTRAINT "HostRecommendation_decidedById_fkey" FOREIGN KEY ("decidedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

CREATE TABLE "JournalEntry" (
    "id" UUID NOT NULL,
    "hostId" UUID,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "times" INTEGER NOT NULL DEFAULT 1,
    "decision" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "hotspotId" UUID,
    "recommendationId" UUID,
    CONSTRAINT "JournalEntry_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "JournalEntry_hostId_at_idx" ON "JournalEntry"("hostId", "at");
CREATE INDEX "JournalEntry_at_idx" ON "JournalEntry"("at");
ALTER TABLE "JournalEntry" ADD CONSTRAINT "JournalEntry_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "LoopStop" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "stoppedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "stoppedBy" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    CONSTRAINT "LoopStop_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "LoopStop_one_row" CHECK ("id" = 1)
);

CREATE TABLE "NotificationChannel" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sealedAddress" BYTEA NOT NULL,
    "shownAddress" TEXT NOT NULL,
    "sealedSecret" BYTEA,
    "events" TEXT[],
    "tag" TEXT,
    "quietHours" JSONB,
    "groupMinutes" INTEGER NOT NULL DEFAULT 5,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSentAt" TIMESTAMPTZ(3),
    "problem" JSONB,
    "failures" INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT "NotificationChannel_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "NotificationChannel_kind_check" CHECK ("kind" IN ('webhook', 'email', 'slack'))
);
CREATE UNIQUE INDEX "NotificationChannel_name_key" ON "NotificationChannel"("name");

CREATE TABLE "Notification" (
    "id" UUID NOT NULL,
    "channelId" UUID NOT NULL,
    "hostId" UUID,
    "event" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "path" TEXT,
    "detail" JSONB NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "messageId" UUID,
    "problem" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sentAt" TIMESTAMPTZ(3),
    CONSTRAINT "Notification_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Notification_state_check" CHECK ("state" IN ('waiting', 'sent', 'failed'))
);
CREATE INDEX "Notification_state_dueAt_idx" ON "Notification"("state", "dueAt");
CREATE INDEX "Notification_channelId_createdAt_idx" ON "Notification"("channelId", "createdAt");
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "NotificationChannel"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "Notification" ADD CONSTRAINT "Notification_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Job" DROP CONSTRAINT "Job_kind_check";
ALTER TABLE "Job" ADD CONSTRAINT "Job_kind_check" CHECK ("kind" IN (
    'inspect-upload', 'read-upload', 'run-analysis', 'play-run', 'probe-host', 'discover-host',
    'record-host', 'probe-guest-log', 'prepare-plan', 'apply-plan', 'roll-back-application',
    'judge-outcome'
));
