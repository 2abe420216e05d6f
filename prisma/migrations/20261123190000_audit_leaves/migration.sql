-- Where the trail begins once its oldest rows were removed because their time was over.
CREATE TABLE "AuditStart" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sequence" BIGINT NOT NULL,
    "events" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "mac" TEXT NOT NULL,

    CONSTRAINT "AuditStart_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "AuditStart_one_row" CHECK ("id" = 1)
);
CREATE TRIGGER "AuditStart_moves_on" BEFORE UPDATE OR DELETE ON "AuditStart" FOR EACH ROW EXECUTE FUNCTION refuse_audit_head_change();
CREATE TRIGGER "AuditStart_stays" BEFORE TRUNCATE ON "AuditStart" EXECUTE FUNCTION refuse_audit_head_change();
ALTER TABLE "AuditStart" ENABLE ALWAYS TRIGGER "AuditStart_moves_on";
ALTER TABLE "AuditStart" ENABLE ALWAYS TRIGGER "AuditStart_stays";

-- Only rows before the start can be taken out.
DROP TRIGGER "AuditEvent_append_only" ON "AuditEvent";
CREATE TRIGGER "AuditEvent_append_only" BEFORE UPDATE OR TRUNCATE ON "AuditEvent" EXECUTE FUNCTION refuse_audit_change();
CREATE FUNCTION refuse_early_audit_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD."sequence" <= (SELECT "sequence" FROM "AuditStart") THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'audit events are append-only';
END $$;
CREATE TRIGGER "AuditEvent_stays" BEFORE DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION refuse_early_audit_removal();
ALTER TABLE "AuditEvent" ENABLE ALWAYS TRIGGER "AuditEvent_append_only";
ALTER TABLE "AuditEvent" ENABLE ALWAYS TRIGGER "AuditEvent_stays";

-- The newest row that the syslog server has.
CREATE TABLE "AuditForwarding" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "sequence" BIGINT NOT NULL,

    CONSTRAINT "AuditForwarding_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "AuditForwarding_one_row" CHECK ("id" = 1)
);
