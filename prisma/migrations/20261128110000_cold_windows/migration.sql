-- Old windows of a host, in a file each: the partitions that they were in are gone.
CREATE TABLE "ColdWindows" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "seconds" INTEGER NOT NULL,
    "observedFrom" TIMESTAMPTZ(3)[],
    "observedTo" TIMESTAMPTZ(3)[],
    "from" TIMESTAMPTZ(3) NOT NULL,
    "to" TIMESTAMPTZ(3) NOT NULL,
    "windows" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ColdWindows_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ColdWindows_hostId_seconds_from_idx" ON "ColdWindows"("hostId", "seconds", "from");
ALTER TABLE "ColdWindows" ADD CONSTRAINT "ColdWindows_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CALL note_changes_of('ColdWindows', 'watched');
