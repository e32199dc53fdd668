-- What a translation of a reason is made from: its template and values. Null where its English is its own id.
alter table jobs add column translatable jsonb;
alter table job_failures add column translatable jsonb;
