-- The latest requests of a set's logs, so that the twin can replay them without a further reading.
-- Sets from before have none, and their logs are read again.
ALTER TABLE "ObservationSet" ADD COLUMN "arrivalsFrom" DOUBLE PRECISION;

CREATE TABLE "ObservationArrivals" (
    "setId" UUID NOT NULL,
    "domain" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "resolution" TEXT NOT NULL,
    "epochSeconds" BYTEA NOT NULL,

    CONSTRAINT "ObservationArrivals_pkey" PRIMARY KEY ("setId", "domain", "side")
);

ALTER TABLE "ObservationArrivals" ADD CONSTRAINT "ObservationArrivals_setId_fkey" FOREIGN KEY ("setId") REFERENCES "ObservationSet"("id") ON DELETE CASCADE ON UPDATE CASCADE;
