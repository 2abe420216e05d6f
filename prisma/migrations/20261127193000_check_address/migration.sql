-- Before a host is made, the agent asks whether an SSH server answers at its address.
ALTER TABLE "Job" DROP CONSTRAINT "Job_kind_check";
ALTER TABLE "Job" ADD CONSTRAINT "Job_kind_check" CHECK ("kind" IN (
    'inspect-upload', 'read-upload', 'run-analysis', 'play-run', 'check-address', 'probe-host',
    'discover-host', 'record-host', 'probe-guest-log', 'prepare-plan', 'apply-plan',
    'roll-back-application', 'judge-outcome'
));
