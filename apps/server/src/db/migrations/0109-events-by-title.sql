-- steward: no-transaction
create index concurrently if not exists events_by_title on events
  ((title collate steward_names), id) include (deleted_at);
