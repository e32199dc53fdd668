-- steward: no-transaction
create index concurrently if not exists audit_seals_to_convert on audit_seals (no) where format = 1;
