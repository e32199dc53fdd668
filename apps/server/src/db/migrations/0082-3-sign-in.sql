-- Failed attempts (rate limit of sign-ins), by account and by address, each in a window that begins with the first of
-- them; in the database, so that the limits hold over restarts and over several instances.
create table attempts (
  key text primary key,
  since timestamptz(3) not null default now(),
  n integer not null default 1
);
create index attempts_since on attempts (since);

-- Links in mails that set a password. Of a token only the SHA-256 is kept; the row goes with its
-- first use.
create table password_links (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('reset', 'invitation')),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index password_links_user on password_links (user_id);

-- Links in mails that confirm the address of a registration. Apart from password_links, so that no link of one kind
-- can be used as one of the other. A registration repeated with the same address keeps its own name and
-- password here: they count once its very link is used, so nobody decides them but who reads the mail.
create table address_confirmations (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  name text,
  password_hash text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  check ((name is null) = (password_hash is null))
);
create index address_confirmations_user on address_confirmations (user_id);

-- Codes of an app. `secret` counts; `pending` is one that is being set up. Both are encrypted with a
-- key that is not in the database. A code of `last_step` or before is used up.
create table totp (
  user_id uuid primary key references users on delete cascade,
  secret bytea,
  since timestamptz(3),
  last_step bigint not null default 0,
  pending bytea,
  pending_until timestamptz(3),
  check ((secret is null) = (since is null)),
  check ((pending is null) = (pending_until is null))
);

-- Recovery codes that are still good, as keyed hashes; the row goes with its use.
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 200),
  synced boolean not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id);

-- Challenges that wait for a passkey's answer; the row goes with the first one. Without a person it
-- is for a sign-in without a password.
create table passkey_challenges (
  id uuid primary key,
  purpose text not null check (purpose in ('add', 'second_factor', 'sign_in', 'step_up')),
  user_id uuid references users on delete cascade,
  challenge text not null,
  expires_at timestamptz(3) not null,
  check ((purpose = 'sign_in') = (user_id is null))
);
create index passkey_challenges_expiry on passkey_challenges (expires_at);

-- Where a person has signed in from: a kind of device on a network, as a hash; and the network alone, as a keyed hash:
-- wrong passwords from elsewhere do not lock an account out there.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null,
  last_seen_at timestamptz(3) not null default now(),
  network_hash bytea,
  primary key (user_id, device_hash)
);

-- Codes mailed to who brings the right password from somewhere new while passwords of their account
-- are being guessed: one at a time for an account and a network, as keyed hashes.
create table sign_in_codes (
  user_id uuid not null references users on delete cascade,
  place_hash bytea not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz(3) not null,
  primary key (user_id, place_hash)
);
create index sign_in_codes_expiry on sign_in_codes (expires_at);
