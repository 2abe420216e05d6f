-- Each worker and agent has a heartbeat of its own, so that agents know how many share the watches.
-- What was there is worth nothing: every process beats again within seconds.
DROP TABLE "Heartbeat";

CREATE TABLE "Heartbeat" (
    "instance" TEXT NOT NULL,
    "process" TEXT NOT NULL,
    "beatAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Heartbeat_pkey" PRIMARY KEY ("instance"),
    CONSTRAINT "Heartbeat_process_check" CHECK ("process" IN ('worker', 'agent'))
);
