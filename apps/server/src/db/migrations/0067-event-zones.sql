-- The time zone of the place where an event takes place, null where nobody knows it, and the version by which two
-- people who change one event at once are told apart. Constant defaults rewrite no row.
alter table events
  add column time_zone text check (length(time_zone) <= 100),
  add column version integer not null default 1;
alter table past_events
  add column time_zone text,
  add column version integer not null default 1;
