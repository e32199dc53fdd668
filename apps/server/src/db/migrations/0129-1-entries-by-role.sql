-- steward: no-transaction
-- The last changes under a role, for the replay of its draft (docs/decisions/0078-replay.md).
create index concurrently if not exists audit_entries_role on audit_entries (role_id, at, id)
  where role_id is not null;
