-- What a load balancer last reported of itself, and when. An older version does not look at it.
ALTER TABLE "LoadBalancer" ADD COLUMN "reportedAt" TIMESTAMPTZ(3),
  ADD COLUMN "report" JSONB;
