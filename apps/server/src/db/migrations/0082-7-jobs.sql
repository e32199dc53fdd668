-- Files that wait to be imported; the file itself is in the data directory of one server.
create table imports (
  id uuid primary key,
  area text not null,
  file_name text not null,
  size bigint not null,
  server_id uuid not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now()
);

-- Jobs: one action on many records, done in batches. What a batch does and how far the job is are
-- written in one transaction, so that a job goes on after any end of the process with nothing done
-- twice and nothing left out.
create table jobs (
  id uuid primary key,
  area text not null,
  action text not null,
  patch jsonb,
  started_by uuid not null references users on delete cascade,
  undo_of uuid references jobs on delete set null,
  status text not null default 'waiting'
    check (status in ('waiting', 'running', 'paused', 'done', 'cancelled', 'stopped')),
  -- Why it was stopped.
  reason text,
  total integer not null,
  changed integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  next_batch integer not null default 0,
  -- Who works on it, and until when nobody else may.
  runner uuid,
  lease_until timestamptz(3),
  turn_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  -- An import is a job too: how the file is read, how many of its bytes are through, and whether
  -- there is a report of bad rows.
  import_id uuid references imports on delete set null,
  options jsonb,
  bytes bigint not null default 0,
  has_report boolean not null default false,
  -- How often it was started since it last got further. A process that ends while it works on a job
  -- leaves no other trace; a job that ends its server each time has to be stopped.
  starts_without_progress integer not null default 0,
  -- How far into its file an import has ever come: each run reads from the beginning again.
  most_bytes bigint not null default 0,
  -- What a job that undoes is about: entries of one batch, or of a person in a span of time.
  undoes jsonb,
  -- How many rows of a file had the id of a record with other content.
  conflicts bigint not null default 0
);
create index jobs_created on jobs (created_at desc, id desc);
create index jobs_started_by on jobs (started_by, created_at desc, id desc);
create index jobs_undo_of on jobs (undo_of) where undo_of is not null;
create index jobs_open on jobs (turn_at) where status in ('waiting', 'running');
create index jobs_import on jobs (import_id) where import_id is not null;

-- The records of a job, decided when it starts: what it changes may stop matching its query.
create table job_batches (
  job_id uuid not null references jobs on delete cascade,
  n integer not null,
  ids uuid[] not null,
  -- Those that it changed, for the undo; null until the batch is through.
  changed uuid[],
  primary key (job_id, n)
);

-- What went wrong, in order; a line of an import has no record.
create table job_failures (
  job_id uuid not null references jobs on delete cascade,
  n bigint not null,
  record_id uuid,
  name text,
  message text not null,
  -- Which fields of a record kept a job from changing it, as the answer of the single call names them.
  errors jsonb not null default '[]',
  -- What a bad row of a file holds, to be corrected.
  bad_row jsonb,
  primary key (job_id, n)
);

-- Which row of which file became which record, so that a file read twice goes in once. An id names a row within its
-- source alone, so that two systems' ids never meet; and what a row held when it came in tells the same row again from
-- another one with its id.
create table imported_rows (
  area text not null,
  key bytea not null,
  record_id uuid not null,
  imported_at timestamptz(3) not null default now(),
  -- So that the count of a job is exact however often it was interrupted.
  job_id uuid,
  source text not null default '',
  content bytea,
  -- Which other sources know an id is asked as often as whether this one does.
  primary key (area, key, source)
);
create index imported_rows_job on imported_rows (job_id) where job_id is not null;

-- Addresses from which a list can be downloaded, each good for one use and a minute, and for the session that asked
-- for it. Of the token only the SHA-256 is kept.
create table exports (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- The request as it was checked.
  request jsonb not null,
  expires_at timestamptz(3) not null,
  session_id uuid not null references sessions on delete cascade,
  -- How many rows a download will have, for the entry of the audit log.
  total bigint not null default 0
);
create index exports_expiry on exports (expires_at);
create index exports_session on exports (session_id);

-- Writes that came with an idempotency key, for 24 hours, and what they answered. The row is written in
-- the transaction of the change itself, the answer after it: a row without a status says that the
-- change was made and that its answer is lost.
create table idempotency_keys (
  -- No foreign key: it would lock the row of the person in every write, in another order than the
  -- rules about people do (deadlock).
  user_id uuid not null,
  -- SHA-256 of the key.
  key bytea not null,
  -- The request that made the change.
  claim uuid not null,
  call text not null,
  -- Keyed hash (HMAC) of call and content, which may hold a password.
  fingerprint bytea not null,
  status smallint,
  -- Null beside a status: it was too long to be kept.
  answer text,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key),
  check (answer is null or status is not null)
);
create index idempotency_keys_user on idempotency_keys (user_id, created_at);
create index idempotency_keys_age on idempotency_keys (created_at);
