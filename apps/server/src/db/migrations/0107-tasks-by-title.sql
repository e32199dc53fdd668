-- steward: no-transaction
create index concurrently if not exists tasks_by_title on tasks
  ((title collate steward_names), id) include (deleted_at);
