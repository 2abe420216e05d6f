-- What lists, hosts and the fleet show of a result. The result itself is a hundred times as large, and to
-- read it for each row of a list costs far more than everything else the list does.
CREATE FUNCTION "summaryOf"("result" JSONB) RETURNS JSONB IMMUTABLE STRICT PARALLEL SAFE RETURN
  jsonb_build_object(
    'headline', "result"->'headline',
    'recordedTo', "result"->'recorded'->'to',
    'domains', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'domain', d->'domain',
          'observedMs', d->'observedMs',
          'targetMs', d->'target'->'responseTimeMs',
          'meetsTarget', d->'meetsTarget')), '[]')
        FROM jsonb_array_elements("result"->'domains') d));

ALTER TABLE "Analysis" ADD COLUMN "summary" JSONB GENERATED ALWAYS AS ("summaryOf"("result")) STORED;

-- The newest analysis that speaks for a host.
CREATE INDEX "Analysis_hostId_speaksForHost_id_idx" ON "Analysis"("hostId", "speaksForHost" DESC, "id" DESC);
