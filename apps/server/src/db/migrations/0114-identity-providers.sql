-- Where people sign in by OpenID Connect, and which roles their groups there get.
create table identity_providers (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  enabled boolean not null default false,
  issuer text not null check (length(issuer) between 1 and 2000),
  client_id text not null check (length(client_id) between 1 and 500),
  -- Encrypted with a key that is not in the database; none for a public client.
  client_secret bytea,
  scopes text not null default 'openid profile email' check (length(scopes) <= 500),
  -- The claim that names a person: `oid` where the same person has another `sub` for each application.
  subject_claim text not null default 'sub' check (subject_claim in ('sub', 'oid')),
  groups_claim text not null default 'groups' check (length(groups_claim) between 1 and 200),
  -- [{ group, role }]: the first one that a person is in decides.
  group_roles jsonb not null default '[]',
  -- [{ claim, value, status }]: who is admitted at a first sign-in, and whether pending or active; the first one that fits decides.
  admission jsonb not null default '[]',
  -- Whether an account with the same confirmed address is linked at a first sign-in.
  links_accounts boolean not null default false,
  clock_skew_seconds integer not null default 30 check (clock_skew_seconds between 0 and 300),
  -- What a step-up asks of the provider.
  step_up_max_age integer not null default 0 check (step_up_max_age between 0 and 600),
  step_up_acr_values text not null default '' check (length(step_up_acr_values) <= 500),
  -- Whether signing out ends the session at the provider too.
  ends_session boolean not null default true,
  -- The service account whose key provisions for this provider by SCIM.
  provisioner_id uuid references users on delete set null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index identity_providers_name_key on identity_providers (steward_key(name));
create unique index identity_providers_provisioner_key on identity_providers (provisioner_id)
  where provisioner_id is not null;

-- Who a person is at a provider.
create table identity_links (
  provider_id uuid not null references identity_providers on delete cascade,
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  last_sign_in_at timestamptz(3),
  primary key (provider_id, subject)
);
create index identity_links_user on identity_links (user_id);

-- Sign-ins and step-ups that have gone to a provider and not come back; the row goes with its first use.
create table openid_flows (
  state_hash bytea primary key,
  provider_id uuid not null references identity_providers on delete cascade,
  purpose text not null check (purpose in ('sign_in', 'step_up')),
  -- A secret that the browser keeps: the flow can be finished by this browser alone.
  binding_hash bytea not null,
  nonce text not null,
  -- The PKCE verifier, encrypted with a key that is not in the database.
  verifier bytea not null,
  session_id uuid references sessions on delete cascade,
  return_to text not null check (length(return_to) <= 2000),
  started_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check ((purpose = 'step_up') = (session_id is not null))
);
create index openid_flows_expiry on openid_flows (expires_at);
create index openid_flows_provider on openid_flows (provider_id);
create index openid_flows_session on openid_flows (session_id) where session_id is not null;

-- Which sessions began at a provider, so that a sign-out there ends them, and one here can end that there.
create table provider_sessions (
  session_id uuid primary key references sessions on delete cascade,
  provider_id uuid not null references identity_providers on delete cascade,
  subject text not null check (length(subject) <= 255),
  sid text check (length(sid) <= 500),
  -- Encrypted with a key that is not in the database.
  id_token bytea
);
create index provider_sessions_subject on provider_sessions (provider_id, subject);

-- The logout tokens that were used, until they expire: none ends sessions twice.
create table used_logout_tokens (
  provider_id uuid not null references identity_providers on delete cascade,
  jti_hash bytea not null,
  expires_at timestamptz(3) not null,
  primary key (provider_id, jti_hash)
);
create index used_logout_tokens_expiry on used_logout_tokens (expires_at);

-- Whether passwords sign in: at most one row, none until an owner has decided.
create table sign_in_settings (
  only_row boolean primary key default true check (only_row),
  passwords_off boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);

-- The owners who keep a password for the day on which no provider works (break glass).
create table kept_passwords (
  user_id uuid primary key references users on delete cascade,
  since timestamptz(3) not null default now()
);
