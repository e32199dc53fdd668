-- How often a job was started since it last got further. A process that ends while it works on a job
-- leaves no other trace; a job that ends its server each time has to be stopped.
alter table jobs
  add column starts_without_progress integer not null default 0,
  -- How far into its file an import has ever come: each run reads from the beginning again.
  add column most_bytes bigint not null default 0;
