-- Rows from before this migration have no code; the first row with one seals them.
ALTER TABLE "AuditEvent" ADD COLUMN "mac" TEXT;

-- The newest row and how many there have been, so that rows cut off the end are missed.
CREATE TABLE "AuditHead" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sequence" BIGINT NOT NULL,
    "events" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "AuditHead_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "AuditHead_one_row" CHECK ("id" = 1)
);

-- The head only moves on.
CREATE FUNCTION refuse_audit_head_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW."sequence" > OLD."sequence" AND NEW."events" > OLD."events" THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the head of the audit trail only moves on';
END $$;
CREATE TRIGGER "AuditHead_moves_on" BEFORE UPDATE OR DELETE ON "AuditHead" FOR EACH ROW EXECUTE FUNCTION refuse_audit_head_change();
CREATE TRIGGER "AuditHead_stays" BEFORE TRUNCATE ON "AuditHead" EXECUTE FUNCTION refuse_audit_head_change();

-- Always: without it, one setting of a session (`session_replication_role`) passes the triggers by.
ALTER TABLE "AuditEvent" ENABLE ALWAYS TRIGGER "AuditEvent_append_only";
ALTER TABLE "AuditHead" ENABLE ALWAYS TRIGGER "AuditHead_moves_on";
ALTER TABLE "AuditHead" ENABLE ALWAYS TRIGGER "AuditHead_stays";
