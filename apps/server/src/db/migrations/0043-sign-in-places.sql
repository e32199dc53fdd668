-- The network alone that somebody signed in from, as a keyed hash: wrong passwords from elsewhere do
-- not lock an account out there. Null for sign-ins before this column; those are known by the device.
alter table known_devices add column network_hash bytea;

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
