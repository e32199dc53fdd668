-- Snapshots: the tables that a list is read from at a moment of the past. Nothing of them is lost with a crash
-- of the database or with this migration: they are prepared anew.
do $$
declare
  source text;
begin
  foreach source in array array['roles', 'users', 'categories', 'posts', 'events', 'polls', 'tasks', 'bills', 'shopping_posts'] loop
    execute format('drop table if exists %I', 'past_' || source);
  end loop;
end
$$;
drop table if exists pasts, past_ids, past_counts;

create unlogged table snapshots (
  id uuid primary key,
  area text not null,
  moment timestamptz(3) not null,
  used_at timestamptz(3) not null default now()
);

-- The records that have changed since; all others are read from their table.
create unlogged table snapshot_changes (
  snapshot uuid not null,
  id uuid not null,
  primary key (snapshot, id)
);

-- How many records were counted in another one at that moment.
create unlogged table snapshot_counts (
  snapshot uuid not null,
  name text not null,
  key uuid not null,
  n bigint not null,
  primary key (snapshot, name, key)
);
