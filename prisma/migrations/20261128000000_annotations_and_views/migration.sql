-- What people write on the time axis of a host, and the views of the fleet that each keeps.
CREATE TABLE "Annotation" (
    "id" UUID NOT NULL,
    "hostId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "to" TIMESTAMPTZ(3),
    "text" TEXT NOT NULL,
    "writtenBy" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Annotation_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Annotation_hostId_at_idx" ON "Annotation"("hostId", "at");
ALTER TABLE "Annotation" ADD CONSTRAINT "Annotation_hostId_fkey" FOREIGN KEY ("hostId") REFERENCES "Host"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE TABLE "FleetView" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    CONSTRAINT "FleetView_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "FleetView_userId_name_key" ON "FleetView"("userId", "name");
ALTER TABLE "FleetView" ADD CONSTRAINT "FleetView_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;
