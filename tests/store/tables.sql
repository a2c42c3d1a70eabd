CREATE TABLE "apart" (
   "game" TEXT NOT NULL REFERENCES "openings"("game"),
   "version" INTEGER NOT NULL,
   "data" BLOB NOT NULL,
   PRIMARY KEY ("game", "version")
) STRICT;
CREATE TABLE "catalogue" (
   "game" TEXT PRIMARY KEY NOT NULL REFERENCES "openings"("game"),
   "title" TEXT NOT NULL,
   "status" TEXT NOT NULL,
   "seats" INTEGER NOT NULL,
   "label" TEXT NOT NULL,
   "players" TEXT NOT NULL,
   "ending" TEXT NOT NULL,
   "winners" TEXT NOT NULL,
   "played_on" TEXT NOT NULL,
   "tags" TEXT NOT NULL,
   "public" INTEGER NOT NULL,
   "parent" TEXT NOT NULL,
   "parent_version" INTEGER NOT NULL,
   "created_at" INTEGER NOT NULL,
   "changed_at" INTEGER NOT NULL,
   "absent" TEXT NOT NULL,
   "has_deadlines" INTEGER NOT NULL,
   "held" INTEGER NOT NULL,
   "standing" TEXT NOT NULL,
   "seal" BLOB NOT NULL
, keys TEXT NOT NULL DEFAULT '') STRICT;
CREATE TRIGGER catalogue_are_tallied AFTER INSERT ON catalogue BEGIN UPDATE tallies SET summaries = summaries + 1 WHERE game = new.game; END;
CREATE INDEX catalogue_by_absence ON catalogue (game) WHERE absent <> '[]';
CREATE INDEX "catalogue_by_age"
    ON "catalogue" ("created_at", "game");
CREATE INDEX "catalogue_by_change"
    ON "catalogue" ("changed_at", "game");
CREATE INDEX "catalogue_by_parent"
    ON "catalogue" ("parent");
CREATE INDEX "catalogue_by_play"
    ON "catalogue" ("played_on", "game");
CREATE INDEX "catalogue_by_title"
    ON "catalogue" ("title", "created_at", "game");
CREATE TABLE "consents" (
   "consent" BLOB PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL REFERENCES "openings"("game"),
   "seal" BLOB NOT NULL
) STRICT;
CREATE TRIGGER consents_are_tallied AFTER INSERT ON consents BEGIN UPDATE tallies SET consents = consents + 1 WHERE game = new.game; END;
CREATE INDEX "consents_by_game"
    ON "consents" ("game");
CREATE TABLE "cosigned" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "lines" TEXT NOT NULL,
   "seal" BLOB NOT NULL
) STRICT;
CREATE TABLE "dropped_refusals" (
   "game" TEXT PRIMARY KEY NOT NULL REFERENCES "openings"("game"),
   "dropped" INTEGER NOT NULL
) STRICT;
CREATE TRIGGER dropped_refusals_are_counted AFTER DELETE ON refusals BEGIN INSERT INTO dropped_refusals (game, dropped) VALUES (old.game, 1) ON CONFLICT (game) DO UPDATE SET dropped = dropped + 1; END;
CREATE TABLE "entries" (
   "game" TEXT NOT NULL REFERENCES "openings"("game"),
   "version" INTEGER NOT NULL,
   "command_id" TEXT NOT NULL,
   "data" BLOB NOT NULL,
   PRIMARY KEY ("game", "version")
) STRICT;
CREATE UNIQUE INDEX entries_by_command ON entries (game, command_id) WHERE command_id <> '';
CREATE TRIGGER entries_follow BEFORE INSERT ON entries WHEN new.version IS NOT 1 + (SELECT head FROM heads WHERE game = new.game) BEGIN SELECT raise(ABORT, 'an entry follows the head'); END;
CREATE TRIGGER entries_refuse_delete BEFORE DELETE ON entries BEGIN SELECT raise(ABORT, 'entries never change'); END;
CREATE TRIGGER entries_refuse_update BEFORE UPDATE ON entries BEGIN SELECT raise(ABORT, 'entries never change'); END;
CREATE TABLE "followed" (
   "stream" TEXT PRIMARY KEY NOT NULL,
   "sequence" INTEGER NOT NULL,
   "digest" BLOB NOT NULL
) STRICT;
CREATE TRIGGER forks_begin BEFORE INSERT ON openings WHEN new.parent <> '' AND NOT coalesce((SELECT head FROM heads WHERE game = new.parent) >= new.parent_version, 0) BEGIN SELECT raise(ABORT, 'a fork begins at a version of its parent'); END;
CREATE VIEW "games" AS SELECT game, title, status, head, seats, label, players, ending, winners, played_on, tags, absent, standing, public, parent, parent_version, datetime(created_at / 1000, 'unixepoch') AS created_at, datetime(changed_at / 1000, 'unixepoch') AS changed_at FROM catalogue JOIN heads USING (game);
CREATE TABLE "grants" (
   "token_hash" BLOB PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL REFERENCES "openings"("game"),
   "role" TEXT NOT NULL,
   "seat" INTEGER NOT NULL,
   "since" INTEGER NOT NULL,
   "seal" BLOB NOT NULL
) STRICT;
CREATE TRIGGER grants_are_tallied AFTER INSERT ON grants BEGIN UPDATE tallies SET grants = grants + 1 WHERE game = new.game; END;
CREATE INDEX "grants_by_game"
    ON "grants" ("game");
CREATE VIEW "heads" AS SELECT game, coalesce((SELECT max(version) FROM entries WHERE entries.game = openings.game), parent_version) AS head FROM openings;
CREATE TABLE "leaf_logs" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "name" TEXT NOT NULL,
   "seal" BLOB NOT NULL
) STRICT;
CREATE TRIGGER leaf_logs_refuse_delete BEFORE DELETE ON leaf_logs BEGIN SELECT raise(ABORT, 'leaves never change'); END;
CREATE TRIGGER leaf_logs_refuse_update BEFORE UPDATE ON leaf_logs BEGIN SELECT raise(ABORT, 'leaves never change'); END;
CREATE TABLE "leaves" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL REFERENCES "openings"("game"),
   "kind" TEXT NOT NULL,
   "version" INTEGER NOT NULL,
   "data" BLOB NOT NULL,
   "seal" BLOB NOT NULL
) STRICT;
CREATE TRIGGER leaves_are_tallied AFTER INSERT ON leaves BEGIN UPDATE tallies SET leaves = leaves + 1 WHERE game = new.game; END;
CREATE INDEX "leaves_by_game"
    ON "leaves" ("game");
CREATE TRIGGER leaves_follow BEFORE INSERT ON leaves WHEN new.number IS NOT coalesce((SELECT max(number) FROM leaves) + 1, 0) BEGIN SELECT raise(ABORT, 'a leaf follows the last'); END;
CREATE TRIGGER leaves_refuse_delete BEFORE DELETE ON leaves BEGIN SELECT raise(ABORT, 'leaves never change'); END;
CREATE TRIGGER leaves_refuse_update BEFORE UPDATE ON leaves BEGIN SELECT raise(ABORT, 'leaves never change'); END;
CREATE TABLE "openings" (
   "game" TEXT PRIMARY KEY NOT NULL,
   "title" TEXT NOT NULL,
   "public" INTEGER NOT NULL,
   "parent" TEXT NOT NULL,
   "parent_version" INTEGER NOT NULL,
   "provenance" BLOB NOT NULL,
   "seal" BLOB NOT NULL
) STRICT;
CREATE TABLE "papers" (
   "game" TEXT NOT NULL REFERENCES "openings"("game"),
   "number" INTEGER NOT NULL,
   "at" INTEGER NOT NULL,
   "data" BLOB NOT NULL,
   "seal" BLOB NOT NULL,
   PRIMARY KEY ("game", "number")
) STRICT;
CREATE TRIGGER papers_are_tallied AFTER INSERT ON papers BEGIN UPDATE tallies SET papers = papers + 1 WHERE game = new.game; END;
CREATE TRIGGER papers_follow BEFORE INSERT ON papers WHEN new.number IS NOT 1 + coalesce((SELECT max(number) FROM papers WHERE game = new.game), 0) OR new.number > 400 BEGIN SELECT raise(ABORT, 'a paper follows the last, up to the most'); END;
CREATE TRIGGER papers_refuse_delete BEFORE DELETE ON papers BEGIN SELECT raise(ABORT, 'papers never change'); END;
CREATE TRIGGER papers_refuse_update BEFORE UPDATE ON papers BEGIN SELECT raise(ABORT, 'papers never change'); END;
CREATE TABLE "record_notes" (
   "name" TEXT PRIMARY KEY NOT NULL,
   "value" TEXT NOT NULL,
   "seal" BLOB NOT NULL
) STRICT;
CREATE TABLE "refusals" (
   "number" INTEGER PRIMARY KEY NOT NULL,
   "game" TEXT NOT NULL REFERENCES "openings"("game"),
   "version" INTEGER NOT NULL,
   "at" INTEGER NOT NULL,
   "actor" TEXT NOT NULL,
   "command_id" TEXT NOT NULL,
   "data" BLOB NOT NULL,
   "seal" BLOB NOT NULL
) STRICT;
CREATE TRIGGER refusals_are_bounded AFTER INSERT ON refusals BEGIN DELETE FROM refusals WHERE game = new.game AND actor = new.actor AND number <= (SELECT number FROM refusals WHERE game = new.game AND actor = new.actor ORDER BY number DESC LIMIT 1 OFFSET 100); END;
CREATE TRIGGER refusals_are_tallied AFTER INSERT ON refusals BEGIN UPDATE tallies SET refusals = refusals + 1 WHERE game = new.game; END;
CREATE INDEX "refusals_by_actor"
    ON "refusals" ("game", "actor");
CREATE INDEX "refusals_by_game"
    ON "refusals" ("game");
CREATE TABLE "rules" (
   "title" TEXT NOT NULL,
   "rules_version" INTEGER NOT NULL,
   "fingerprint" TEXT NOT NULL,
   "seal" BLOB NOT NULL,
   PRIMARY KEY ("title", "rules_version")
) STRICT;
CREATE TABLE "secrets" (
   "game" TEXT PRIMARY KEY NOT NULL REFERENCES "openings"("game"),
   "secret" BLOB NOT NULL
) STRICT;
CREATE TABLE "tallies" (
   "game" TEXT PRIMARY KEY NOT NULL REFERENCES "openings"("game"),
   "grants" INTEGER NOT NULL,
   "consents" INTEGER NOT NULL,
   "refusals" INTEGER NOT NULL,
   "summaries" INTEGER NOT NULL,
   "papers" INTEGER NOT NULL,
   "leaves" INTEGER NOT NULL
) STRICT;
CREATE TRIGGER tallies_begin AFTER INSERT ON openings BEGIN INSERT INTO tallies VALUES (new.game, 0, 0, 0, 0, 0, 0); END;
