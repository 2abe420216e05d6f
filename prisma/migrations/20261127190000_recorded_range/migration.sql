-- Lists name a recording by when it was made, without reading its whole result.
CREATE FUNCTION "recordedOf"("result" JSONB) RETURNS JSONB IMMUTABLE STRICT PARALLEL SAFE RETURN
  CASE WHEN "result"->>'version' = '2' THEN "result"->'found'->'recorded'
       WHEN "result" ? 'version' THEN NULL
       ELSE "result"->'recorded' END;

ALTER TABLE "Analysis" ADD COLUMN "recorded" JSONB GENERATED ALWAYS AS ("recordedOf"("result")) STORED;
