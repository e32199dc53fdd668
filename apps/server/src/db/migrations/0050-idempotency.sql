-- Writes that came with an idempotency key, for 24 hours, and what they answered. The row is written in
-- the transaction of the change itself, the answer after it: a row without a status says that the
-- change was made and that its answer is lost.
create table idempotency_keys (
  -- No foreign key: it would lock the row of the person in every write, in another order than the
  -- rules about people do (deadlock).
  user_id uuid not null,
  -- SHA-256 of the key.
  key bytea not null,
  -- The request that made the change.
  claim uuid not null,
  call text not null,
  -- Keyed hash (HMAC) of call and content, which may hold a password.
  fingerprint bytea not null,
  status smallint,
  -- Null beside a status: it was too long to be kept.
  answer text,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, key),
  check (answer is null or status is not null)
);
create index idempotency_keys_user on idempotency_keys (user_id, created_at);
create index idempotency_keys_age on idempotency_keys (created_at);
