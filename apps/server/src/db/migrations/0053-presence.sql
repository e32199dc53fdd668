-- Who has which record open, by the tab; gone with the session, and after half a minute without a word.
create unlogged table presence (
  session_id uuid not null references sessions on delete cascade,
  tab text not null check (length(tab) <= 100),
  area text not null,
  record_id uuid not null,
  editing boolean not null,
  seen_at timestamptz(3) not null default now(),
  primary key (session_id, tab)
);
create index presence_record on presence (area, record_id);
create index presence_seen on presence (seen_at);
