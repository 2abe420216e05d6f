-- When bytes of a file last came, whichever machine has them. It was asked of the disk before, which
-- knows nothing of a file that another disk has.
ALTER TABLE "UploadFile" ADD COLUMN "writtenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT now();
