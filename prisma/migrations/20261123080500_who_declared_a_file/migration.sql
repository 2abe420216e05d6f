-- The bytes that a person has declared and not yet sent are reserved, up to a share of the free room.
ALTER TABLE "UploadFile" ADD COLUMN "createdById" UUID;
ALTER TABLE "UploadFile" ADD CONSTRAINT "UploadFile_createdById_fkey"
    FOREIGN KEY ("createdById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;
