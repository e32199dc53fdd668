-- What needs the consent of a second person, and who asked and agreed (docs/decisions/0075-two-people.md).

create table consent_rules (
  only_row boolean primary key default true check (only_row),
  purge boolean not null default false,
  owner_roles boolean not null default false,
  export_people boolean not null default false,
  -- Changes of more records than this need consent; null where no number does.
  bulk integer check (bulk between 1 and 100000),
  version integer not null default 1,
  updated_at timestamptz(3) not null default now()
);
insert into consent_rules default values;

-- One that waits or is agreed to and whose time is over counts as expired; nothing is written for that.
create table consents (
  id uuid primary key,
  rules text[] not null,
  call text not null,
  -- The call as it was sent; null where it holds a password.
  asked jsonb,
  area text,
  action text not null,
  detail text,
  -- Lists of names of permissions; whoever decides holds one of each.
  needs jsonb not null,
  -- Whether an owner alone can decide.
  for_owners boolean not null,
  -- Who proposed what is done, and so can't agree to it either.
  proposed_by uuid,
  -- SHA-256 of the call, who makes it, and the records with their versions.
  digest text not null,
  records integer not null,
  reason text not null,
  status text not null default 'waiting'
    check (status in ('waiting', 'agreed', 'declined', 'withdrawn', 'used')),
  user_id uuid not null references users on delete cascade,
  decided_by uuid,
  decided_by_name text,
  decided_at timestamptz(3),
  decision text,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index consents_created on consents (created_at desc, id desc);
create index consents_user on consents (user_id, created_at desc);
create index consents_open on consents (created_at) where status in ('waiting', 'agreed');

-- The first records of a request, with their columns before and after, as the audit log would have them.
create table consent_records (
  consent_id uuid not null references consents on delete cascade,
  record_id uuid not null,
  place integer not null,
  title text not null,
  before jsonb,
  after jsonb,
  primary key (consent_id, place)
);

alter table exports
  -- How it was asked for, as an entry of the audit log keeps it.
  add column via jsonb;
