-- A person without a password or a passkey here confirms an act at the identity provider. This counts
-- once and for a short time. It has a column of its own, so that it is used up by one statement.
ALTER TABLE "Session" ADD COLUMN "confirmedByProviderAt" TIMESTAMPTZ(3);
