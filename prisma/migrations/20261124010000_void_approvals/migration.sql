-- What people approved counts no more once they lose a role or are deactivated, however that came
-- about: by hand, by SCIM, by the groups of a provider, or because the provider was removed.
ALTER TABLE "PlanApproval" ADD COLUMN "voidedAt" TIMESTAMPTZ(3);

CREATE FUNCTION void_approvals_of(person UUID) RETURNS void LANGUAGE sql AS $$
  UPDATE "PlanApproval" SET "voidedAt" = CURRENT_TIMESTAMP WHERE "byId" = person AND "voidedAt" IS NULL
$$;

CREATE FUNCTION void_approvals_without_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM void_approvals_of(OLD."userId");
  RETURN NULL;
END
$$;
CREATE TRIGGER "Grant_voids_approvals" AFTER DELETE OR UPDATE ON "Grant"
  FOR EACH ROW EXECUTE FUNCTION void_approvals_without_grant();

CREATE FUNCTION void_approvals_of_disabled() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM void_approvals_of(NEW."id");
  RETURN NULL;
END
$$;
CREATE TRIGGER "User_voids_approvals" AFTER UPDATE OF "disabledAt" ON "User"
  FOR EACH ROW WHEN (NEW."disabledAt" IS NOT NULL) EXECUTE FUNCTION void_approvals_of_disabled();

UPDATE "PlanApproval" SET "voidedAt" = CURRENT_TIMESTAMP
  WHERE "byId" IN (SELECT "id" FROM "User" WHERE "disabledAt" IS NOT NULL);
