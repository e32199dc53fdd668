-- steward: needs 0091-plain-sql.sql
-- What triggers, an aggregate and a procedure did, statements of the server do now: one construct less that a distributed
-- PostgreSQL may lack (docs/scaling.md). No server was released that knows 0089 and not this file.

-- `modules/authentication/sessions.store.ts`
drop trigger note_sign_in on sessions;
drop function steward_note_sign_in();

-- `db/write/tree-keys.ts`
drop trigger keep_tree_insert on categories;
drop trigger keep_tree_update on categories;
drop function steward_keep_tree();

-- `db/time-travel/rewind.ts`
drop aggregate steward_rewind(jsonb);

-- `db/time-travel/snapshot.ts`
drop procedure steward_make_snapshot_tables(text[]);
