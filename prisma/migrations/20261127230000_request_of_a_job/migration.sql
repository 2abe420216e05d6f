-- The request that asked for a job, which stands in every line that the job logs.
ALTER TABLE "Job" ADD COLUMN "requestId" TEXT;
