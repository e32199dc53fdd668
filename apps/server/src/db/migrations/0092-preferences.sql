-- How people read: language, time zone, first day of the week, hours of a clock, shape of numbers.
create table preferences (
  user_id uuid primary key references users (id) on delete cascade,
  value jsonb not null
);
