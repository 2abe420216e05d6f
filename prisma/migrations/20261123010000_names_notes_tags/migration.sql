-- AlterTable
ALTER TABLE "Analysis" ADD COLUMN     "notes" TEXT NOT NULL DEFAULT '',
ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Host" ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];
