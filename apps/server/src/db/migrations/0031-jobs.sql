-- Jobs: one action on many records, done in batches. What a batch does and how far the job is are
-- written in one transaction, so that a job goes on after any end of the process with nothing done
-- twice and nothing left out.
create table jobs (
  id uuid primary key,
  area text not null,
  action text not null,
  patch jsonb,
  started_by uuid not null references users,
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
  ended_at timestamptz(3)
);
create index jobs_created on jobs (created_at desc, id desc);
create index jobs_started_by on jobs (started_by, created_at desc, id desc);
create index jobs_undo_of on jobs (undo_of) where undo_of is not null;
create index jobs_open on jobs (turn_at) where status in ('waiting', 'running');

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
  primary key (job_id, n)
);
