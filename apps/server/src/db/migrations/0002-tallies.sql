-- Exact totals without counting: one row per table and combination of its filterable columns, kept
-- by the database itself in the transaction of each change, whatever door the change came through.
create table tallies (
  area text not null,
  facets jsonb not null,
  n bigint not null,
  primary key (area, facets)
);

-- Arguments: the SQL expression of the facets.
create function steward_tally() returns trigger
language plpgsql
as $$
declare
  changes text := '';
begin
  if tg_op <> 'DELETE' then
    changes := format('select %s as facets, 1 as step from added', tg_argv[0]);
  end if;
  if tg_op = 'UPDATE' then
    changes := changes || ' union all ';
  end if;
  if tg_op <> 'INSERT' then
    changes := changes || format('select %s as facets, -1 as step from removed', tg_argv[0]);
  end if;
  execute format(
    'insert into tallies as t (area, facets, n)
     select %L, facets, sum(step) from (%s) as change
     group by facets having sum(step) <> 0
     order by facets
     on conflict (area, facets) do update set n = t.n + excluded.n',
    tg_table_name, changes
  );
  return null;
end
$$;

create procedure steward_keep_tally(target regclass, facets text)
language plpgsql
as $$
begin
  execute format(
    'create trigger tally_insert after insert on %s referencing new table as added
     for each statement execute function steward_tally(%L)', target, facets);
  execute format(
    'create trigger tally_update after update on %s referencing new table as added old table as removed
     for each statement execute function steward_tally(%L)', target, facets);
  execute format(
    'create trigger tally_delete after delete on %s referencing old table as removed
     for each statement execute function steward_tally(%L)', target, facets);
end
$$;
