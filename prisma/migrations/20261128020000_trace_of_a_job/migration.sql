-- The span in which a job was asked for, so that traces go on from one process to the next.
ALTER TABLE "Job" ADD COLUMN "traceParent" TEXT;
