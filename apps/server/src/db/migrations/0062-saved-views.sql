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
