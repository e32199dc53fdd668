-- steward: no-transaction
create index concurrently if not exists users_by_name on users
  ((name collate steward_names), id) include (type, status)
  where deleted_at is null;
