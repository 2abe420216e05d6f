-- The journal, and why a recommendation stands as it does, are stored in codes and values with a
-- version, and are put into words when they are read. What was written in words stays so.
ALTER TABLE "JournalEntry" ALTER COLUMN "text" DROP NOT NULL;
ALTER TABLE "JournalEntry" ADD CONSTRAINT "JournalEntry_said_check"
  CHECK ("text" IS NOT NULL OR "detail" ? 'version');

ALTER TABLE "HostRecommendation" ALTER COLUMN "reason" DROP NOT NULL;
ALTER TABLE "HostRecommendation" ADD COLUMN "why" JSONB;
ALTER TABLE "HostRecommendation" ADD CONSTRAINT "HostRecommendation_said_check"
  CHECK (("reason" IS NULL) <> ("why" IS NULL));
