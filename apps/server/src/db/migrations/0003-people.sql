create table roles (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  description text check (length(description) <= 10000),
  image text,
  status text not null default 'active' check (status in ('active', 'inactive', 'deleted')),
  status_before_deletion text check (status_before_deletion in ('active', 'inactive')),
  permissions jsonb not null default '[]',
  system boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (steward_fold(name)) stored
);
create unique index roles_name_key on roles (steward_key(name)) where status <> 'deleted';
create unique index roles_system_key on roles (system) where system;

create table users (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  email text check (length(email) <= 320),
  phone text check (length(phone) <= 200),
  type text not null check (type in ('admin', 'business', 'member')),
  role_id uuid references roles,
  status text not null default 'active' check (status in ('active', 'inactive', 'pending')),
  shopping_feed_status text not null default 'active' check (shopping_feed_status in ('active', 'inactive')),
  image text,
  business_name text check (length(business_name) <= 200),
  location text check (length(location) <= 200),
  about text check (length(about) <= 10000),
  last_active_at timestamptz(3),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  search text not null generated always as (
    steward_fold(name || chr(10) || coalesce(email, '') || chr(10) || coalesce(phone, '') || chr(10) || coalesce(business_name, ''))
  ) stored,
  check (type = 'admin' or role_id is null),
  check (type <> 'admin' or email is not null)
);
create unique index users_email_key on users (steward_key(email)) where deleted_at is null;
create index users_created on users (created_at desc, id desc) where deleted_at is null;
create index users_type_created on users (type, created_at desc, id desc) where deleted_at is null;
create index users_name on users ((steward_fold(name) collate "C"), id) where deleted_at is null;
create index users_email on users ((steward_fold(email) collate "C") asc nulls last, id) where deleted_at is null;
create index users_email_down on users ((steward_fold(email) collate "C") desc nulls last, id desc) where deleted_at is null;
create index users_last_active on users (last_active_at asc nulls last, id) where deleted_at is null;
create index users_last_active_down on users (last_active_at desc nulls last, id desc) where deleted_at is null;
create index users_role on users (role_id) where role_id is not null;
create index users_search on users using gin (search gin_trgm_ops);
call steward_keep_tally('users', $$jsonb_build_object(
  'type', type, 'status', status, 'shopping_feed_status', shopping_feed_status, 'deleted', deleted_at is not null)$$);

-- Apart from users, so that no query of a list can carry a hash along.
create table credentials (
  user_id uuid primary key references users on delete cascade,
  password_hash text not null,
  updated_at timestamptz(3) not null default now()
);

create table sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  user_id uuid not null references users on delete cascade,
  ip text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  last_seen_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- Failed attempts, by account and by address, each in a window that begins with the first of them;
-- in the database, so that the limits hold over restarts and over several instances.
create table attempts (
  key text primary key,
  since timestamptz(3) not null default now(),
  n integer not null default 1
);
create index attempts_since on attempts (since);

-- Requests per person, permission and day.
create table permission_uses (
  user_id uuid not null references users on delete cascade,
  module text not null,
  submodule text not null,
  action text not null,
  day date not null,
  n bigint not null,
  primary key (user_id, day, module, submodule, action)
);
