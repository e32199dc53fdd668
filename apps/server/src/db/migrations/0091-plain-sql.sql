-- steward: needs 0091-plain-sql.sql
-- What triggers, functions, an aggregate and a procedure did, statements of the server do now: constructs that a distributed
-- PostgreSQL may lack (docs/scaling.md). A new database has none of them. No server was released that knows 0089 and
-- not this file.

-- `modules/authentication/sessions.store.ts`
drop trigger if exists note_sign_in on sessions;
drop function if exists steward_note_sign_in();

-- `db/write/tree-keys.ts`
drop trigger if exists keep_tree_insert on categories;
drop trigger if exists keep_tree_update on categories;
drop function if exists steward_keep_tree();

-- `modules/audit-log/seals.store.ts` and `derived.store.ts`
drop function if exists steward_seal_audit(integer);
drop function if exists steward_audit_writers();
drop function if exists steward_audit_digest(audit_entries);
drop function if exists steward_audit_person_types();

-- `db/time-travel/rewind.ts`
drop aggregate if exists steward_rewind(jsonb);

-- `db/time-travel/snapshot.ts`
drop procedure if exists steward_make_snapshot_tables(text[]);
