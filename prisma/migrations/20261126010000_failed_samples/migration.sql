-- A host is left alone for a while only once several samples in a row have failed.
ALTER TABLE "Sampling" ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Sampling" DROP COLUMN "hasTrouble";
