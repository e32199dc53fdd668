-- Files that wait to be imported; the file itself stands in the data directory of one server.
create table imports (
  id uuid primary key,
  area text not null,
  file_name text not null,
  size bigint not null,
  server_id uuid not null,
  user_id uuid not null references users,
  created_at timestamptz(3) not null default now()
);

-- An import is a job too: how the file is read, how many of its bytes are through, and whether
-- there is a report of bad rows.
alter table jobs
  add column import_id uuid references imports on delete set null,
  add column options jsonb,
  add column bytes bigint not null default 0,
  add column has_report boolean not null default false;
create index jobs_import on jobs (import_id) where import_id is not null;

-- Which job brought a row in, so that its count is exact however often it was interrupted.
alter table imported_rows add column job_id uuid;
create index imported_rows_job on imported_rows (job_id) where job_id is not null;
