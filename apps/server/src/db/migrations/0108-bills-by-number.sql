-- steward: no-transaction
create index concurrently if not exists bills_by_number on bills
  ((number collate steward_names), id)
  where deleted_at is null;
