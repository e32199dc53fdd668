-- Service accounts and their keys (docs/decisions/0067-service-accounts.md).

-- A service account is an account of staff without a person: no e-mail address, no password, never an owner. Of
-- people, provider_id names the identity provider that is the only source of their role.
alter table users add column service boolean not null default false;
alter table users add column provider_id uuid;
alter table users drop constraint users_check1;
alter table users add constraint users_admin_email check (type <> 'admin' or email is not null or service) not valid;
alter table users add constraint users_service_admin check (not service or (type = 'admin' and email is null)) not valid;

-- Of a key only the SHA-256 is kept. A revoked or expired one stays for as long as its account, so that the audit log
-- can be read.
create table service_keys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null check (length(name) between 1 and 200),
  -- How it begins, to be told from others.
  prefix text not null check (length(prefix) <= 20),
  key_hash bytea not null unique,
  -- The networks in CIDR notation from which it may be used; from anywhere where there are none.
  networks text[] not null default '{}',
  max_per_minute integer not null check (max_per_minute between 1 and 6000),
  created_at timestamptz(3) not null default now(),
  created_by uuid,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  -- The key that this one takes the place of.
  replaces uuid,
  last_used_at timestamptz(3),
  last_used_ip text,
  -- The last time that it came from a network where it may not be used.
  refused_at timestamptz(3),
  refused_ip text
);
create index service_keys_user on service_keys (user_id, created_at);

-- With which key a change was made, and which proposal it carries out; null for what a person did by themselves.
alter table audit_entries add column via jsonb;
alter table jobs add column via jsonb;

-- Who exports with a key has no session.
alter table exports alter column session_id drop not null;
