-- Webhooks: what the audit log tells is posted to receivers. A webhook reads the log by a place of its own, so that only
-- what it is just sending stands in rows.
create table webhooks (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  url text not null check (length(url) <= 2000),
  -- All areas, all actions where they are empty.
  areas text[] not null default '{}',
  actions text[] not null default '{}',
  -- The list whose filter the record must match, and its query.
  list text,
  query jsonb check (length(query::text) <= 20000),
  -- Whose view of the audit log it sends.
  owner_id uuid references users on delete set null,
  -- Encrypted (secrets.ts); beside it the one before, while it signs, too.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz(3),
  state text not null default 'on' check (state in ('on', 'off')),
  off_reason text check (off_reason in ('person', 'failing', 'gone', 'owner', 'filter', 'restored')),
  off_at timestamptz(3),
  -- The last seal whose entries have been read.
  seal bigint not null,
  -- What is sent again: the entries of a span, behind one that has been read.
  replay_from timestamptz(3),
  replay_to timestamptz(3),
  replay_after bigint,
  -- How many tries in a row have failed.
  failures integer not null default 0,
  failing_since timestamptz(3),
  -- Until when the receiver has asked to be left alone.
  paused_until timestamptz(3),
  last_sent_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  check ((state = 'off') = (off_reason is not null)),
  check ((list is null) = (query is null))
);
create index webhooks_owner on webhooks (owner_id);

create table webhook_deliveries (
  -- In the order of the log; replays stand where they were asked for.
  id bigint generated always as identity primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  entry_id bigint not null,
  -- When the entry was written: with its id, what names the message.
  entry_at timestamptz(3) not null,
  area text not null,
  action text not null,
  record_id uuid,
  -- The batch entry that made the record, which is told before.
  made_by bigint,
  is_replay boolean not null default false,
  status text not null default 'waiting' check (status in ('waiting', 'sent', 'failed', 'withheld')),
  tries integer not null default 0,
  -- The last tries, the newest first.
  attempts jsonb not null default '[]',
  first_tried_at timestamptz(3),
  next_at timestamptz(3) not null default clock_timestamp(),
  -- Until when a server is sending it.
  claimed_until timestamptz(3),
  ended_at timestamptz(3),
  answer text check (length(answer) <= 1024),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id) where status = 'waiting';
create index webhook_deliveries_record on webhook_deliveries (webhook_id, record_id, id) where status = 'waiting';
create index webhook_deliveries_entry on webhook_deliveries (webhook_id, entry_id) where status = 'waiting';
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;
