-- Which hosts need a second person before a plan is applied; a null tag stands for every host.
CREATE TABLE "ApprovalRule" (
    "id" UUID NOT NULL,
    "tag" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ApprovalRule_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "ApprovalRule_tag_key" ON "ApprovalRule"("tag") NULLS NOT DISTINCT;

CREATE TABLE "PlanApproval" (
    "id" UUID NOT NULL,
    "planId" UUID NOT NULL,
    "planHash" TEXT NOT NULL,
    "decision" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "byId" UUID,
    "byName" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PlanApproval_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "PlanApproval_decision_check" CHECK ("decision" IN ('approved', 'rejected'))
);
CREATE INDEX "PlanApproval_planId_idx" ON "PlanApproval"("planId");
CREATE INDEX "PlanApproval_byId_idx" ON "PlanApproval"("byId");
ALTER TABLE "PlanApproval" ADD CONSTRAINT "PlanApproval_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PlanApproval" ADD CONSTRAINT "PlanApproval_byId_fkey" FOREIGN KEY ("byId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
