-- Verdicts are in the seven words of the contract. What the paper's rules answer (other weights, or a
-- move) stays in the result.
ALTER TABLE "Analysis" DROP CONSTRAINT "Analysis_verdict_check";

UPDATE "Analysis" a SET "verdict" = CASE
    WHEN a."verdict" = 'undecided' THEN 'not-enough-evidence'
    WHEN a."verdict" = 'ok' AND r."reasons" @> '[{"code": "no-targets"}]' THEN 'no-targets'
    WHEN a."verdict" = 'ok' AND a."grade" = 'thin' THEN 'probably-meets'
    WHEN a."verdict" = 'ok' THEN 'meets'
    WHEN r."lacks" @> '[{"code": "host-full"}]' THEN 'saturated'
    WHEN a."grade" = 'thin' THEN 'probably-misses'
    ELSE 'misses'
  END
  FROM (
    SELECT "id",
      coalesce("result" #> '{found,verdict,decision,reasons}', "result"->'reasons') AS "reasons",
      coalesce("result" #> '{found,evidence,lacks}', "result" #> '{evidence,lacks}') AS "lacks"
    FROM "Analysis"
  ) r
  WHERE r."id" = a."id" AND a."verdict" IS NOT NULL;

ALTER TABLE "Analysis" ADD CONSTRAINT "Analysis_verdict_check" CHECK ("verdict" IN (
  'saturated', 'misses', 'probably-misses', 'not-enough-evidence', 'no-targets', 'probably-meets',
  'meets'));

-- The verdict in one sentence no longer needs the recommendation.
CREATE OR REPLACE FUNCTION "summaryOfFound"("found" JSONB) RETURNS JSONB IMMUTABLE STRICT PARALLEL SAFE RETURN
  jsonb_build_object(
    'version', 2,
    'verdict', "found"->'verdict',
    'grade', "found"->'evidence'->'grade',
    'recordedToEpochSeconds', "found"->'recorded'->'toEpochSeconds',
    'domains', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'domain', d->'domain',
          'observedSeconds', d->'observedResponseTimeSeconds',
          'meetsTarget', d->'meetsTarget')), '[]')
        FROM jsonb_array_elements("found"->'domains') d));
