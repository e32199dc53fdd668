-- Whether an account's address is its person's: proved by a link mailed to it, or vouched for by the
-- staff or operator who made the account. Whoever registers has yet to prove theirs, and nothing
-- makes such an account active.
alter table users add column email_confirmed boolean not null default true;

-- Accounts that wait with a password registered themselves, and nobody has asked them for a proof;
-- those that were declined have no password any more.
-- `updated_at` gives them the time that a new registration has before it expires.
update users set email_confirmed = false, updated_at = now()
where type = 'admin' and status = 'pending'
  and (deleted_at is not null or exists (select from credentials where user_id = users.id));

alter table users add constraint users_active_confirmed check (email_confirmed or status <> 'active');

create index users_unconfirmed on users (updated_at, id) where not email_confirmed and deleted_at is null;

-- Links in mails that confirm the address of a registration. Of a token only the SHA-256 is kept;
-- the row goes with its first use. Apart from password_links, so that no link of one kind can be
-- used as one of the other. A registration repeated with the same address keeps its own name and
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
