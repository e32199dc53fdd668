-- Counters that any number of writers keep at once. A statement that changes rows appends their deltas, one
-- row each; nobody waits for anybody there. In the background deltas are folded into the counters,
-- and whoever reads adds up both, so that totals are exact at every moment.

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

-- The counters of all tables together: `current_…` adds what is folded and what is not yet. Name the area as a
-- constant, and only its deltas are read. `delta_versions` only grows, by each change of a table.
create procedure steward_combine_counters()
language plpgsql
as $procedure$
declare
  kept record;
  counted text := 'select area, facets, n, amount from counters';
  of_people text := 'select area, user_id, deleted, n from person_counters';
  by_day text := 'select area, facets, day, n from daily_counters';
  versions text := 'select area, n from folded_deltas';
  folding text := '0';
begin
  for kept in
    select relname as area, relname || '_deltas' as deltas, args[1] as facets, args[2] as amount, args[3] as daily,
      nullif(args[4], '') as person
    from pg_trigger join pg_class on pg_class.oid = tgrelid,
      regexp_split_to_array(encode(tgargs, 'escape'), '\\000') as args
    where tgname = 'append_deltas_insert' order by relname
  loop
    counted := counted || format(' union all select %L, %s, step, step * (%s)::numeric from %I',
      kept.area, kept.facets, kept.amount, kept.deltas);
    by_day := by_day || format(
      ' union all select %L, %s, (created_at at time zone ''UTC'')::date, step from %I where deleted_at is null',
      kept.area, kept.daily, kept.deltas);
    versions := versions || format(' union all select %L, count(*) from %I', kept.area, kept.deltas);
    folding := folding || format(' + %I(most)', 'fold_' || kept.deltas);
    if kept.person is not null then
      of_people := of_people || format(
        ' union all select %L, %I, deleted_at is not null, step from %I where %I is not null',
        kept.area, kept.person, kept.deltas, kept.person);
    end if;
  end loop;
  execute 'create or replace view current_counters (area, facets, n, amount) as ' || counted;
  execute 'create or replace view current_person_counters (area, user_id, deleted, n) as ' || of_people;
  execute 'create or replace view current_daily_counters (area, facets, day, n) as ' || by_day;
  execute 'create or replace view delta_versions (area, n) as ' || versions;
  -- Folds some deltas of every table; one server at a time, others pass by. Returns how many were folded.
  execute format($sql$
    create or replace function steward_fold_deltas(most integer) returns bigint
    language plpgsql
    as $body$
    begin
      if not pg_try_advisory_xact_lock(7203120) then
        return 0;
      end if;
      return %s;
    end
    $body$
  $sql$, folding);
end
$procedure$;

-- Keeps the counters of a table from now on, and counts what is there.
--   columns: what the expressions below need
--   facets, amount, daily: SQL expressions; daily are the facets of new rows by day
--   person: the column of the person whose rows are counted, if any
--   ignored: a column whose changes alone are none
-- Statements that are written out are planned once a connection and not once a change.
create procedure steward_keep_counters(
  target text, columns text[], facets text, daily text, amount text default '0', person text default null,
  ignored text default null
)
language plpgsql
as $procedure$
declare
  deltas text := target || '_deltas';
  listed text := array_to_string(columns, ', ');
  removed text := 'removed';
  added text := 'added';
  folding text;
begin
  execute format('create table %I as select 1::smallint as step, %s from %I with no data', deltas, listed, target);
  -- Deltas come and go: vacuum often, so that the table stays small.
  execute format('alter table %I set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)', deltas);

  if ignored is not null then
    removed := format(
      'removed where not exists (select from added where added.id = removed.id
         and to_jsonb(added) - %1$L = to_jsonb(removed) - %1$L)', ignored);
    added := format(
      'added where not exists (select from removed where removed.id = added.id
         and to_jsonb(added) - %1$L = to_jsonb(removed) - %1$L)', ignored);
  end if;
  execute format($sql$
    create function %2$I() returns trigger
    language plpgsql
    as $body$
    begin
      if tg_op = 'INSERT' then
        insert into %1$I select 1, %3$s from added;
      elsif tg_op = 'UPDATE' then
        insert into %1$I select -1, %3$s from %4$s union all select 1, %3$s from %5$s;
      else
        insert into %1$I select -1, %3$s from removed;
      end if;
      return null;
    end
    $body$
  $sql$, deltas, 'append_' || deltas, listed, removed, added);
  -- The arguments say what is counted; a test reads them and counts anew.
  execute format(
    'create trigger append_deltas_insert after insert on %I referencing new table as added
     for each statement execute function %I(%L, %L, %L, %L)',
    target, 'append_' || deltas, facets, amount, daily, coalesce(person, ''));
  execute format(
    'create trigger append_deltas_update after update on %I referencing new table as added old table as removed
     for each statement execute function %I()', target, 'append_' || deltas);
  execute format(
    'create trigger append_deltas_delete after delete on %I referencing old table as removed
     for each statement execute function %I()', target, 'append_' || deltas);

  folding := format($sql$
    by_facets as (
      insert into counters as t (area, facets, n, amount)
      select %1$L, %2$s, sum(step), sum(step * (%3$s)::numeric) from taken
      group by 2 having sum(step) <> 0 or sum(step * (%3$s)::numeric) <> 0
      on conflict (area, facets) do update set n = t.n + excluded.n, amount = t.amount + excluded.amount
    ), by_day as (
      insert into daily_counters as t (area, facets, day, n)
      select %1$L, %4$s, (created_at at time zone 'UTC')::date, sum(step) from taken
      where deleted_at is null group by 2, 3 having sum(step) <> 0
      on conflict (area, day, facets) do update set n = t.n + excluded.n
    )$sql$, target, facets, amount, daily);
  if person is not null then
    folding := folding || format($sql$, by_person as (
      insert into person_counters as t (area, user_id, deleted, n)
      select %1$L, %2$I, deleted_at is not null, sum(step) from taken
      where %2$I is not null group by 2, 3 having sum(step) <> 0
      on conflict (area, user_id, deleted) do update set n = t.n + excluded.n
    )$sql$, target, person);
  end if;

  -- Folds some deltas; returns how many.
  execute format($sql$
    create function %1$I(most integer) returns bigint
    language plpgsql
    as $body$
    declare
      done bigint;
    begin
      if not exists (select from %2$I) then
        return 0;
      end if;
      with taken as (
        delete from %2$I where ctid = any (array(select ctid from %2$I limit most)) returning *
      ), %3$s, total as (
        select count(*) as n from taken
      ), noted as (
        insert into folded_deltas as t (area, n) select %4$L, n from total where n > 0
        on conflict (area) do update set n = t.n + excluded.n
      )
      select n into done from total;
      return done;
    end
    $body$
  $sql$, 'fold_' || deltas, deltas, folding, target);

  -- What is there is counted as if all of it had just come.
  execute format('with taken as (select 1 as step, * from %I), %s select', target, folding);
  call steward_combine_counters();
end
$procedure$;

-- For a migration that counts a table in another way: forget, then keep anew.
create procedure steward_forget_counters(target text)
language plpgsql
as $procedure$
declare
  deltas text := target || '_deltas';
begin
  execute format('drop trigger append_deltas_insert on %I', target);
  execute format('drop trigger append_deltas_update on %I', target);
  execute format('drop trigger append_deltas_delete on %I', target);
  execute format('drop function %I()', 'append_' || deltas);
  execute format('drop function %I(integer)', 'fold_' || deltas);
  -- The views of all counters go with it; whoever keeps counters next makes them anew.
  execute format('drop table %I cascade', deltas);
  delete from counters where area = target;
  delete from daily_counters where area = target;
  delete from person_counters where area = target;
end
$procedure$;

call steward_keep_counters('users',
  array['id', 'type', 'status', 'shopping_feed_status', 'role_id', 'created_at', 'deleted_at', 'imported'],
  $$jsonb_build_object('type', type, 'status', status, 'shopping_feed_status', shopping_feed_status,
    'role_id', role_id, 'deleted', deleted_at is not null)$$,
  $$jsonb_build_object('type', type, 'imported', imported)$$, ignored => 'last_active_at');
call steward_keep_counters('posts',
  array['id', 'author_id', 'category_id', 'created_at', 'deleted_at', 'imported'],
  $$jsonb_build_object('category_id', category_id, 'deleted', deleted_at is not null)$$,
  $$jsonb_build_object('imported', imported)$$, person => 'author_id');
call steward_keep_counters('events',
  array['id', 'host_id', 'online', 'created_at', 'deleted_at', 'imported'],
  $$jsonb_build_object('online', online, 'deleted', deleted_at is not null)$$,
  $$jsonb_build_object('imported', imported)$$, person => 'host_id');
call steward_keep_counters('polls',
  array['id', 'kind', 'created_at', 'deleted_at', 'imported'],
  $$jsonb_build_object('kind', kind, 'deleted', deleted_at is not null)$$,
  $$jsonb_build_object('imported', imported)$$);
call steward_keep_counters('tasks',
  array['id', 'assignee_id', 'status', 'priority', 'created_at', 'deleted_at', 'imported'],
  $$jsonb_build_object('status', status, 'priority', priority, 'deleted', deleted_at is not null)$$,
  $$jsonb_build_object('imported', imported)$$, person => 'assignee_id');
call steward_keep_counters('bills',
  array['id', 'payer_id', 'status', 'currency', 'amount', 'created_at', 'deleted_at', 'imported'],
  $$jsonb_build_object('status', status, 'currency', currency, 'deleted', deleted_at is not null)$$,
  $$jsonb_build_object('imported', imported)$$, amount => 'amount', person => 'payer_id');
call steward_keep_counters('shopping_posts',
  array['id', 'seller_id', 'category_id', 'status', 'created_at', 'deleted_at', 'imported'],
  $$jsonb_build_object('status', status, 'category_id', category_id, 'deleted', deleted_at is not null)$$,
  $$jsonb_build_object('imported', imported)$$, person => 'seller_id');
