ALTER TABLE "Analysis" ADD COLUMN "grade" TEXT,
    ADD COLUMN "speaksForHost" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "predictorBasis" JSONB;
ALTER TABLE "Analysis" DROP CONSTRAINT "Analysis_verdict_check";
ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_verdict_check" CHECK ("verdict" IN ('ok', 'reweight', 'migrate', 'undecided'));
ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_grade_check" CHECK ("grade" IN ('enough', 'thin', 'not-enough'));

-- The newest analysis that may speak for a host.
CREATE INDEX "Analysis_hostId_id_speaking_idx" ON "Analysis" ("hostId", "id" DESC) WHERE "speaksForHost";
