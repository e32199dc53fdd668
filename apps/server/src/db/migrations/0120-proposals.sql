-- What agents propose, and within which bounds (docs/decisions/0071-agents.md).

-- The bounds of a key go before those of its account, where key_id is null.
create table agent_bounds (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  key_id uuid references service_keys on delete cascade,
  areas text[] not null,
  actions text[] not null,
  records_per_hour integer not null check (records_per_hour between 1 and 10000),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index agent_bounds_user on agent_bounds (user_id) where key_id is null;
create unique index agent_bounds_key on agent_bounds (key_id) where key_id is not null;

-- A waiting proposal whose time is over counts as expired; nothing is written for that.
create table proposals (
  id uuid primary key,
  area text not null,
  action text not null,
  patch jsonb,
  reason text not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'approved', 'rejected', 'withdrawn')),
  user_id uuid not null references users on delete cascade,
  key_id uuid,
  key_name text,
  records integer not null,
  people integer not null,
  -- The types of the users that it would change; null for other areas.
  person_types text[],
  mails integer not null,
  sessions integer not null,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz(3),
  decision text,
  job_id uuid references jobs on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index proposals_created on proposals (created_at desc, id desc);
create index proposals_user on proposals (user_id, created_at desc);
create index proposals_waiting on proposals (created_at) where status = 'waiting';
create index proposals_job on proposals (job_id) where job_id is not null;

-- The columns of each record before and after, as the audit log would have them.
create table proposal_records (
  proposal_id uuid not null references proposals on delete cascade,
  record_id uuid not null,
  place integer not null,
  title text not null,
  -- When the record was last written, and its version, as the agent saw it; null for a new one.
  seen jsonb,
  -- The fields that are sent for a creation or an edit.
  sent jsonb,
  before jsonb,
  after jsonb,
  primary key (proposal_id, record_id)
);
