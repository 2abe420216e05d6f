-- Large logs are read in parts, each a job of its own that any worker takes.
ALTER TABLE "Job" ADD COLUMN "wholeId" UUID, ADD COLUMN "found" BYTEA;
ALTER TABLE "Job" ADD CONSTRAINT "Job_wholeId_fkey" FOREIGN KEY ("wholeId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "Job_wholeId_idx" ON "Job"("wholeId");
ALTER TABLE "Job" DROP CONSTRAINT "Job_kind_check";
ALTER TABLE "Job" ADD CONSTRAINT "Job_kind_check" CHECK ("kind" IN (
    'inspect-upload', 'read-upload', 'read-part', 'run-analysis', 'play-run', 'check-address',
    'probe-host', 'discover-host', 'record-host', 'probe-guest-log', 'prepare-plan', 'apply-plan',
    'roll-back-application', 'judge-outcome'
));
