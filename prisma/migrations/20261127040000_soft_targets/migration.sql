-- A soft response time is how long a domain may take; what was stated before were promises.
ALTER TABLE "Domain" ADD COLUMN "targetIsSoft" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "AnalysisTarget" ADD COLUMN "isSoft" BOOLEAN NOT NULL DEFAULT false;
