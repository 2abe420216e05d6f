-- How far the windows of a host were sent to a Prometheus, and what its counters stood at then.
CREATE TABLE "RemoteWrite" (
    "hostId" UUID NOT NULL,
    "sentTo" TIMESTAMPTZ(3) NOT NULL,
    "totals" JSONB NOT NULL,

    CONSTRAINT "RemoteWrite_pkey" PRIMARY KEY ("hostId")
);
ALTER TABLE "RemoteWrite" ADD CONSTRAINT "RemoteWrite_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;
