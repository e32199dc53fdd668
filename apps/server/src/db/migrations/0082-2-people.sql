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
  -- How the people of a role are held to be safe.
  require_second_factor boolean not null default false,
  max_sessions integer check (max_sessions between 1 and 100),
  idle_minutes integer check (idle_minutes between 5 and 10080),
  search text not null generated always as (steward_fold(name)) stored,
  deleted_at timestamptz(3),
  deleted_by uuid
);
create unique index roles_name_key on roles (steward_key(name)) where status <> 'deleted';
create unique index roles_system_key on roles (system) where system;
create index roles_trash on roles (deleted_at desc nulls last, id desc) where deleted_at is not null;

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
  -- Whether the address is its person's: proved by a link mailed to it, or vouched for by the staff or operator who
  -- made the account. Whoever registers has yet to prove theirs, and nothing makes such an account active.
  email_confirmed boolean not null default true,
  search text not null generated always as (
    steward_fold(name || chr(10) || coalesce(email, '') || chr(10) || coalesce(phone, '') || chr(10) || coalesce(business_name, ''))
  ) stored,
  deleted_by uuid,
  -- A file brought it in: what is new on the dashboard leaves it out, or one import would be the month.
  imported boolean not null default false,
  check (type = 'admin' or role_id is null),
  check (type <> 'admin' or email is not null),
  constraint users_active_confirmed check (email_confirmed or status <> 'active')
);
create unique index users_email_key on users (steward_key(email)) where deleted_at is null;
-- Pages far from the beginning of a list are found in the index alone: every list of people is one of some types, and
-- their status is what it is filtered by most.
create index users_created on users (created_at desc, id desc) include (type, status) where deleted_at is null;
create index users_type_created on users (type, created_at desc, id desc) where deleted_at is null;
create index users_name on users ((steward_fold(name) collate "C"), id) include (name, type, status)
  where deleted_at is null;
create index users_email on users ((steward_fold(email) collate "C") asc nulls last, id)
  include (email, type, status) where deleted_at is null;
create index users_email_down on users ((steward_fold(email) collate "C") desc nulls last, id desc)
  include (email, type, status) where deleted_at is null;
create index users_last_active on users (last_active_at asc nulls last, id) include (type, status) where deleted_at is null;
create index users_last_active_down on users (last_active_at desc nulls last, id desc) include (type, status)
  where deleted_at is null;
create index users_pending on users (created_at desc, id desc) include (type)
  where status = 'pending' and deleted_at is null;
create index users_unconfirmed on users (updated_at, id) where not email_confirmed and deleted_at is null;
create index users_role on users (role_id) where role_id is not null;
-- A picture is served for as long as a record shows it; a deleted record holds its picture too, since it may be restored.
create index users_image on users (image) where image is not null and deleted_at is null;
create index users_image_deleted on users (image) where image is not null and deleted_at is not null;
create index users_search on users using gin (search gin_trgm_ops);
-- What people are called, to be searched for in the records that name them: the first line of what is searched
-- of a person. By that alone, so that a word of many addresses finds nobody.
create index users_names on users using gin (split_part(search, chr(10), 1) gin_trgm_ops);
create index users_trash on users (deleted_at desc nulls last, id desc) where deleted_at is not null;

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
  expires_at timestamptz(3) not null,
  -- A look through a role: a second session of the same person, which ends with the first.
  parent_id uuid references sessions on delete cascade,
  preview_role_id uuid references roles on delete cascade,
  -- When the person last proved who they are: by signing in, or by a step-up since.
  proved_at timestamptz(3) not null default now(),
  check ((parent_id is null) = (preview_role_id is null))
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
create index sessions_parent on sessions (parent_id) where parent_id is not null;

-- When people signed in; a session itself is gone once it ends. Kept for 90 days.
create table sign_ins (
  session_id uuid primary key,
  user_id uuid not null references users on delete cascade,
  at timestamptz(3) not null,
  ip text,
  user_agent text
);
create index sign_ins_user on sign_ins (user_id, at desc);

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

-- Who has which record open, by the tab; gone with the session, and after half a minute without a word.
create unlogged table presence (
  session_id uuid not null references sessions on delete cascade,
  tab text not null check (length(tab) <= 100),
  area text not null,
  record_id uuid not null,
  editing boolean not null,
  seen_at timestamptz(3) not null default now(),
  primary key (session_id, tab)
);
create index presence_record on presence (area, record_id);
create index presence_seen on presence (seen_at);

-- Who uploaded which picture, and since when no record holds it: for the quota of a person, and for
-- the daily clean-up of files.
create table uploaded_pictures (
  url text primary key,
  user_id uuid references users on delete set null,
  size integer not null check (size >= 0),
  created_at timestamptz(3) not null default now(),
  unused_since timestamptz(3)
);
create index uploaded_pictures_user on uploaded_pictures (user_id, created_at);

-- Saved views: names of addresses of lists, for one person, the people of a role, or everyone.
create table saved_views (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  list text not null check (length(list) <= 50),
  -- The search parameters of the address.
  search jsonb not null check (length(search::text) <= 20000),
  scope text not null check (scope in ('me', 'role', 'everyone')),
  -- Whose it is, of one's own views alone: they go with their person.
  owner_id uuid references users on delete cascade,
  role_id uuid references roles on delete cascade,
  -- Who made it; what is shared outlives them.
  created_by uuid references users on delete set null,
  is_default boolean not null default false,
  position integer not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- No foreign key: who deleted it may be gone, and it goes by itself.
  deleted_by uuid,
  check ((scope = 'me') = (owner_id is not null)),
  check ((scope = 'role') = (role_id is not null)),
  check (scope <> 'me' or not is_default)
);
create unique index saved_views_own_name_key on saved_views (owner_id, list, steward_key(name))
  where scope = 'me' and deleted_at is null;
create unique index saved_views_role_name_key on saved_views (role_id, list, steward_key(name))
  where scope = 'role' and deleted_at is null;
create unique index saved_views_everyone_name_key on saved_views (list, steward_key(name))
  where scope = 'everyone' and deleted_at is null;
create unique index saved_views_role_default on saved_views (role_id, list)
  where is_default and scope = 'role' and deleted_at is null;
create unique index saved_views_everyone_default on saved_views (list)
  where is_default and scope = 'everyone' and deleted_at is null;
create index saved_views_owner on saved_views (owner_id);
create index saved_views_role on saved_views (role_id);
create index saved_views_created_by on saved_views (created_by);
create index saved_views_deleted on saved_views (deleted_by, deleted_at) where deleted_at is not null;
