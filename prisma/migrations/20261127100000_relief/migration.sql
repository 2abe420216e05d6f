-- What a change rests on that relieves a missed target at once, without an analysis.
ALTER TABLE "HostRecommendation" ADD COLUMN "relief" JSONB;
