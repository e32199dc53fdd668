-- The keys that secrets of this database are, or were, encrypted with, by fingerprints that reveal nothing of them.
-- A key in use has no `recovery_key`. That of a retired one is what recovery codes were hashed with under it,
-- encrypted with a key in use, so that the codes still work.
create table secret_keys (
  fingerprint text primary key,
  recovery_key bytea,
  since timestamptz(3) not null default now()
);
