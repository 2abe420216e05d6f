-- AlterTable
ALTER TABLE "PoolMove" ADD COLUMN "effect" JSONB;
