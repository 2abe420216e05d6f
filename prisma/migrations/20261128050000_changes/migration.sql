-- Counts the transactions that changed what people are shown, so that an answer that was kept stays
-- good while heartbeats, leases, sessions and the queue are written. A row for each transaction instead
-- of a number that each increases: nobody waits for anybody, and the sum over the rows that a snapshot
-- sees is another one whenever it sees another transaction.
CREATE TABLE "Change" (
    "id" BIGSERIAL NOT NULL,
    "part" TEXT NOT NULL,
    "transactions" BIGINT NOT NULL DEFAULT 1,

    CONSTRAINT "Change_pkey" PRIMARY KEY ("id")
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- Once in a transaction. A savepoint that is rolled back takes both the row and the setting with it.
CREATE FUNCTION note_change() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE
    noted TEXT := 'steelyard.noted_' || TG_ARGV[0];
BEGIN
    IF current_setting(noted, true) IS DISTINCT FROM 'yes' THEN
        INSERT INTO "Change" ("part") VALUES (TG_ARGV[0]);
        PERFORM set_config(noted, 'yes', true);
    END IF;
    RETURN NULL;
END;
$$;

-- A new table needs it too, unless no answer that is kept depends on the table.
CREATE PROCEDURE note_changes_of("table" TEXT, "part" TEXT) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format(
        'CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
            FOR EACH STATEMENT EXECUTE FUNCTION note_change(%L)', "table", "part");
END;
$$;

DO $$
DECLARE
    "table" TEXT;
BEGIN
    FOREACH "table" IN ARRAY ARRAY['Watch', 'WatchWindow'] LOOP
        CALL note_changes_of("table", 'watched');
    END LOOP;
    FOREACH "table" IN ARRAY ARRAY[
        'User', 'Grant', 'IdentityProvider', 'Identity', 'Job', 'Host', 'LoadBalancer', 'Domain',
        'Pool', 'PoolMember', 'GuestLog', 'SshAccess', 'Upload', 'UploadFile', 'Source',
        'ObservationSet', 'ObservationArrivals', 'Observation', 'Analysis', '_AnalysisToUpload', '_ObservationSetToUpload',
        'AnalysisTarget', 'AnalysisWindow', 'AnalysisArrivals', 'Run', 'Plan', 'HostEvent',
        'Annotation', 'FleetView', 'Hotspot', 'Policy', 'PolicyGrant', 'CapsMonitor',
        'HostRecommendation', 'JournalEntry', 'LoopStop', 'NotificationChannel', 'Notification',
        'ApprovalRule', 'PlanApproval', 'Application', 'ApplicationStep'
    ] LOOP
        CALL note_changes_of("table", 'other');
    END LOOP;
END;
$$;
