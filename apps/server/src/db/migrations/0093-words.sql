-- The words of the community in place of the usual ones: one row, none until an owner has chosen a word.
create table words (
  id smallint primary key default 1 check (id = 1),
  value jsonb not null default '{}',
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
