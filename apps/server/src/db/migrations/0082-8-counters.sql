-- Exact totals. Whoever changes records appends the difference that the change makes (`counter_deltas`, 0089); in
-- the background these are folded into the counters, and whoever reads adds up both.

-- Rows of a table by combination of its filterable columns, with the sum of an amount where there is one.
create table counters (
  area text not null,
  facets jsonb not null,
  n bigint not null,
  amount numeric not null default 0,
  primary key (area, facets)
);

-- Rows that belong to a person.
create table person_counters (
  area text not null,
  user_id uuid not null,
  deleted boolean not null,
  n bigint not null,
  primary key (area, user_id, deleted)
);

-- New rows that are not deleted, by the UTC day of their creation.
create table daily_counters (
  area text not null,
  facets jsonb not null,
  day date not null,
  n bigint not null,
  primary key (area, day, facets)
);

-- How many deltas of a table have been folded. With those that have not, it only grows: as long as the sum
-- stays, no change of the table has been committed.
create table folded_deltas (
  area text primary key,
  n bigint not null
);
