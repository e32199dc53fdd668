-- steward: backfill audit_entries
update audit_entries set salt = gen_random_uuid() where id = any($1) and salt is null and erased is null;
