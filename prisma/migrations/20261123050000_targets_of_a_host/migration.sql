-- The statistic and the window that a host's targets apply to, which its next analyses start from.
ALTER TABLE "Host" ADD COLUMN "targetStatistic" TEXT NOT NULL DEFAULT 'p95';
ALTER TABLE "Host" ADD COLUMN "targetWindowSeconds" INTEGER;
ALTER TABLE "Host" ADD CONSTRAINT "Host_targetStatistic_check" CHECK ("targetStatistic" IN ('p95', 'mean', 'p99'));
