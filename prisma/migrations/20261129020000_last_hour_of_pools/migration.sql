-- Windows go by the clock of their host now, when the watch stores newer ones. Those that are older than
-- the last hour of each go with the next reading of the pool.

-- DropIndex
DROP INDEX "PoolWindow_storedAt_idx";

-- AlterTable
ALTER TABLE "PoolWindow" DROP COLUMN "storedAt";
