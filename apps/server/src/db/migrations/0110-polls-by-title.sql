-- steward: no-transaction
create index concurrently if not exists polls_by_title on polls
  ((title collate steward_names), id) include (deleted_at);
