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

-- Makes, for each of some tables, the one that holds its changed records as they were: the same columns and the
-- indexes of its lists. Called after every migration, so that a new column or index needs no second place.
create procedure steward_make_snapshot_tables(sources text[])
language plpgsql
as $$
declare
  source text;
  target text;
  made record;
begin
  foreach source in array sources loop
    target := 'snapshot_' || source;
    execute format('drop table if exists %I', target);
    execute format('create unlogged table %I (snapshot uuid, like %I including generated)', target, source);
    -- An entry of a deletion from before a column was added doesn't hold it.
    for made in
      select attname as name from pg_attribute
      where attrelid = target::regclass and attnum > 0 and attnotnull and attgenerated = ''
    loop
      execute format('alter table %I alter column %I drop not null', target, made.name);
    end loop;
    execute format('alter table %I add primary key (snapshot, id)', target);
    for made in
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and tablename = source and indexdef ~ '^CREATE INDEX .* USING btree'
    loop
      execute replace(
        regexp_replace(made.definition, '^CREATE INDEX \S+ ON \S+', format('create index %I on %I', 'snapshot_' || made.name, target)),
        'USING btree (', 'USING btree (snapshot, ');
    end loop;
  end loop;
  truncate snapshots, snapshot_changes, snapshot_counts;
end
$$;
