-- Lists and records as they stood at a moment, rebuilt from the audit log.

-- What an entry's `before` leaves out since nobody is told of it: the version and times that the record
-- had, and under `beside` columns of other records that moved with it (the sort keys of siblings).
alter table audit_entries add column untold jsonb;

-- As before where an entry has nothing of it, so that what is sealed stays sealed.
create or replace function steward_audit_digest(entry audit_entries) returns bytea
language sql stable
as $$
  select sha256(convert_to((jsonb_build_array(
    (extract(epoch from entry.at) * 1000)::bigint, entry.actor_id, entry.actor_name, entry.role_id,
    entry.role_name, entry.through, entry.address, entry.action, entry.area, entry.record_id,
    entry.title, entry.before, entry.after, entry.detail, entry.batch, entry.undoes,
    entry.records::text, entry.record_count
  ) || case when entry.untold is null then '[]'::jsonb else jsonb_build_array(entry.untold) end)::text, 'UTF8'))
$$;

create index audit_frame_records_entry on audit_frame_records (entry_id, record_id);
-- What somebody was called: few entries of people tell of another name.
create index audit_entries_renamed on audit_entries (at, record_id, id) where area = 'users' and before ? 'name';

-- Columns as they were before the oldest of some changes, which are given newest first.
create aggregate steward_rewind(jsonb) (sfunc = jsonb_concat, stype = jsonb, initcond = '{}');

-- A prepared past: a table as it stood at a moment. Made and forgotten by the server that needs it, and
-- gone with a crash of the database, which nothing is lost by.
create unlogged table pasts (
  id uuid primary key,
  area text not null,
  moment timestamptz(3) not null,
  used_at timestamptz(3) not null default now()
);

-- The records that have changed since; all others stand in their table as they stood then.
create unlogged table past_ids (
  past uuid not null,
  id uuid not null,
  primary key (past, id)
);

-- How many records stood in another one at the moment of a past.
create unlogged table past_counts (
  past uuid not null,
  name text not null,
  key uuid not null,
  n bigint not null,
  primary key (past, name, key)
);

-- Those of the changed records that there were, as they stood, with the indexes of their lists. A column
-- that a migration adds to one of these tables has to be added to the other as well.
do $$
declare
  source text;
  made record;
begin
  foreach source in array array['roles', 'users', 'categories', 'posts', 'events', 'polls', 'tasks', 'bills', 'shopping_posts'] loop
    execute format('create unlogged table %I (past uuid not null, like %I including generated)', 'past_' || source, source);
    execute format('alter table %I add primary key (past, id)', 'past_' || source);
    for made in
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = current_schema() and tablename = source and indexdef ~ '^CREATE INDEX .* USING btree'
        and indexname !~ '_(image|role)$'
    loop
      execute replace(
        regexp_replace(made.definition, '^CREATE INDEX \S+ ON \S+', format('create index %I on %I', 'past_' || made.name, 'past_' || source)),
        'USING btree (', 'USING btree (past, ');
    end loop;
  end loop;
end
$$;
