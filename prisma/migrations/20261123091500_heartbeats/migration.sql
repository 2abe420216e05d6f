-- When the worker and the agent last said that they work, for the API's readiness.
CREATE TABLE "Heartbeat" (
    "process" TEXT NOT NULL,
    "beatAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Heartbeat_pkey" PRIMARY KEY ("process"),
    CONSTRAINT "Heartbeat_process_check" CHECK ("process" IN ('worker', 'agent'))
);
