
-- One unfinished application per host: the lock that two operators (or two agents) meet.
CREATE UNIQUE INDEX "Application_one_unfinished_per_host" ON "Application"("hostId") WHERE "state" IN ('confirmed', 'applying');

-- The audit trail is append-only: rows can be added, never changed or taken out.
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are append-only';
END $$;
CREATE TRIGGER "AuditEvent_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "AuditEvent" EXECUTE FUNCTION refuse_audit_change();
