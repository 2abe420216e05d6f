-- The simulation plays other loads for the headroom of an analysed host.
ALTER TABLE "Run" DROP CONSTRAINT "Run_kind_check";
ALTER TABLE "Run" ADD CONSTRAINT "Run_kind_check" CHECK ("kind" IN (
    'what-if', 'headroom', 'boost', 'real-time', 'pinning', 'levers'
));
