-- A permission on some records for a time, which a person asks for and a colleague who holds it grants
-- (docs/decisions/0076-power-on-loan.md). What waits too long counts as expired, and a loan whose time is over as ended;
-- nothing is written for that.
create table loans (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  area text not null,
  module text not null,
  submodule text not null,
  action text not null,
  -- Null for a permission to make records.
  record_ids uuid[],
  reason text not null,
  minutes integer not null check (minutes between 1 and 1440),
  one_use boolean not null,
  status text not null default 'asked'
    check (status in ('asked', 'granted', 'declined', 'withdrawn', 'ended')),
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz(3),
  decision text,
  ends_at timestamptz(3),
  uses integer not null default 0,
  ended_how text check (ended_how in ('use', 'hand', 'granter')),
  ended_by uuid,
  ended_by_name text,
  ended_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index loans_user on loans (user_id, created_at desc);
create index loans_created on loans (created_at desc, id desc);
create index loans_asked on loans (created_at) where status = 'asked';
create index loans_granted on loans (user_id) where status = 'granted';
