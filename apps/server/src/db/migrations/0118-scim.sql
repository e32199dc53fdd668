-- People and groups that an identity provider sends by SCIM (docs/decisions/0069-scim.md).

-- Of each provider that provisions: when it last asked and what was last refused. Its row is locked by every write.
create table scim_providers (
  provider_id uuid primary key references identity_providers on delete cascade,
  last_request_at timestamptz(3),
  last_error_at timestamptz(3),
  last_error_call text check (length(last_error_call) <= 200),
  -- A message and, where it has values, its template and those.
  last_error jsonb check (length(last_error::text) <= 4000)
);

-- What a provider says of a person beside their account; `attributes` has what the account has no column for.
create table scim_users (
  user_id uuid primary key references users on delete cascade,
  provider_id uuid not null references identity_providers on delete cascade,
  user_name text not null check (length(user_name) between 1 and 320),
  external_id text check (length(external_id) <= 500),
  attributes jsonb not null default '{}' check (length(attributes::text) <= 30000),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index scim_users_provider on scim_users (provider_id, user_id);
create index scim_users_user_name on scim_users (provider_id, (steward_key(user_name) collate "C"));
create index scim_users_external_id on scim_users (provider_id, external_id) where external_id is not null;

create table scim_groups (
  id uuid primary key,
  provider_id uuid not null references identity_providers on delete cascade,
  display_name text not null check (length(display_name) between 1 and 500),
  external_id text check (length(external_id) <= 500),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index scim_groups_display_name_key on scim_groups (provider_id, (steward_key(display_name) collate "C"));
create index scim_groups_external_id on scim_groups (provider_id, external_id) where external_id is not null;

create table scim_group_members (
  group_id uuid not null references scim_groups on delete cascade,
  user_id uuid not null references scim_users on delete cascade,
  primary key (group_id, user_id)
);
create index scim_group_members_user on scim_group_members (user_id);
