-- For what one person started lately, and for the person's own deletion.
CREATE INDEX "Job_createdById_createdAt_idx" ON "Job"("createdById", "createdAt");
