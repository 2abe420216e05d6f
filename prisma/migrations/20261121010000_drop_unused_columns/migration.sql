-- AlterTable
ALTER TABLE "Source" DROP COLUMN "domain";

-- AlterTable
ALTER TABLE "Analysis" DROP COLUMN "problem";
