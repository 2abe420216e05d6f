-- Results are stored as the engine gives them, in seconds and codes, with a version, and are put into
-- words when they are read. What is stored without a version is presented already and stays so.
CREATE FUNCTION "summaryOfPresented"("result" JSONB) RETURNS JSONB IMMUTABLE STRICT PARALLEL SAFE RETURN
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

CREATE FUNCTION "summaryOfFound"("found" JSONB) RETURNS JSONB IMMUTABLE STRICT PARALLEL SAFE RETURN
  jsonb_build_object(
    'version', 2,
    'verdict', "found"->'verdict',
    'grade', "found"->'evidence'->'grade',
    'recommendation', "found"->'recommendation',
    'recordedToEpochSeconds', "found"->'recorded'->'toEpochSeconds',
    'domains', (
      SELECT coalesce(jsonb_agg(jsonb_build_object(
          'domain', d->'domain',
          'observedSeconds', d->'observedResponseTimeSeconds',
          'meetsTarget', d->'meetsTarget')), '[]')
        FROM jsonb_array_elements("found"->'domains') d));

-- Rows that are there keep what was generated for them: nothing else would come of it.
CREATE OR REPLACE FUNCTION "summaryOf"("result" JSONB) RETURNS JSONB IMMUTABLE STRICT PARALLEL SAFE RETURN
  CASE WHEN "result"->>'version' = '2' THEN "summaryOfFound"("result"->'found')
       WHEN "result" ? 'version' THEN jsonb_build_object('version', "result"->'version')
       ELSE "summaryOfPresented"("result") END;
