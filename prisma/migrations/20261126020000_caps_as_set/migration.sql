-- A caps monitor gives back only what it took: a cap that somebody else has set since is theirs. Of the
-- caps that are held already it is not known what was set, so those are given back as before.
ALTER TABLE "CapsMonitor" ADD COLUMN "capsSet" JSONB NOT NULL DEFAULT '{}';
