-- Addresses from which a list can be downloaded, each good for one use and a minute. Of the token
-- only the SHA-256 is kept.
create table exports (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  -- The request as it was checked.
  request jsonb not null,
  expires_at timestamptz(3) not null
);
create index exports_expiry on exports (expires_at);
