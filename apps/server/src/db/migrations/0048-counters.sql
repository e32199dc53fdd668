-- What was called a tally is a counter, as the field says: the tables, their keys, the functions that
-- keep them and the triggers that call those. What they do stays.
alter table tallies rename to counters;
alter table person_tallies rename to person_counters;
alter index tallies_pkey rename to counters_pkey;
alter index person_tallies_pkey rename to person_counters_pkey;

alter function steward_tally() rename to steward_count;
create or replace function steward_count() returns trigger
language plpgsql
as $$
declare
  changes text := '';
  summed text := coalesce(tg_argv[1], '0');
begin
  if tg_op <> 'DELETE' then
    changes := format('select %s as facets, 1 as step, (%s)::numeric as amount from added', tg_argv[0], summed);
  end if;
  if tg_op = 'UPDATE' then
    changes := changes || ' union all ';
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || format('select %s as facets, -1 as step, -(%s)::numeric as amount from removed', tg_argv[0], summed);
  end if;
  execute format(
    'insert into counters as t (area, facets, n, amount)
     select %L, facets, sum(step), sum(amount) from (%s) as change
     group by facets having sum(step) <> 0 or sum(amount) <> 0
     order by facets
     on conflict (area, facets) do update set n = t.n + excluded.n, amount = t.amount + excluded.amount',
    tg_table_name, changes
  );
  return null;
end
$$;

alter function steward_person_tally() rename to steward_count_by_person;
create or replace function steward_count_by_person() returns trigger
language plpgsql
as $$
declare
  changes text := '';
begin
  if tg_op <> 'DELETE' then
    changes := format('select %I as user_id, %s as deleted, 1 as step from added', tg_argv[0], tg_argv[1]);
  end if;
  if tg_op = 'UPDATE' then
    changes := changes || ' union all ';
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || format('select %I as user_id, %s as deleted, -1 as step from removed', tg_argv[0], tg_argv[1]);
  end if;
  execute format(
    'insert into person_counters as t (area, user_id, deleted, n)
     select %L, user_id, deleted, sum(step) from (%s) as change
     where user_id is not null
     group by user_id, deleted having sum(step) <> 0
     order by user_id, deleted
     on conflict (area, user_id, deleted) do update set n = t.n + excluded.n',
    tg_table_name, changes
  );
  return null;
end
$$;

do $$
declare
  kept record;
begin
  for kept in
    select tgname, tgrelid::regclass as target from pg_trigger
    where not tgisinternal and tgname ~ '^(person_)?tally_'
  loop
    execute format('alter trigger %I on %s rename to %I',
      kept.tgname, kept.target, replace(kept.tgname, 'tally', 'counter'));
  end loop;
end
$$;

-- Migrations of areas to come call these.
drop procedure steward_keep_tally(regclass, text, text);
create procedure steward_keep_counter(target regclass, facets text, amount text default '0')
language plpgsql
as $$
begin
  execute format(
    'create trigger counter_insert after insert on %s referencing new table as added
     for each statement execute function steward_count(%L, %L)', target, facets, amount);
  execute format(
    'create trigger counter_update after update on %s referencing new table as added old table as removed
     for each statement execute function steward_count(%L, %L)', target, facets, amount);
  execute format(
    'create trigger counter_delete after delete on %s referencing old table as removed
     for each statement execute function steward_count(%L, %L)', target, facets, amount);
end
$$;

drop procedure steward_keep_person_tally(regclass, text, text);
create procedure steward_keep_person_counter(target regclass, person text, deleted text default 'false')
language plpgsql
as $$
begin
  execute format(
    'create trigger person_counter_insert after insert on %s referencing new table as added
     for each statement execute function steward_count_by_person(%L, %L)', target, person, deleted);
  execute format(
    'create trigger person_counter_update after update on %s referencing new table as added old table as removed
     for each statement execute function steward_count_by_person(%L, %L)', target, person, deleted);
  execute format(
    'create trigger person_counter_delete after delete on %s referencing old table as removed
     for each statement execute function steward_count_by_person(%L, %L)', target, person, deleted);
  execute format(
    'insert into person_counters (area, user_id, deleted, n)
     select %L, %I, %s, count(*) from %s where %I is not null group by 2, 3',
    target::text, person, deleted, target, person);
end
$$;
