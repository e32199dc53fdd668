-- A tally can keep the sum of an amount beside the number of rows, so that totals of money are
-- exact and cost no count either.
alter table tallies add column amount numeric not null default 0;

-- Arguments: the SQL expression of the facets, and, where there is one, of the amount.
create or replace function steward_tally() returns trigger
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
    'insert into tallies as t (area, facets, n, amount)
     select %L, facets, sum(step), sum(amount) from (%s) as change
     group by facets having sum(step) <> 0 or sum(amount) <> 0
     order by facets
     on conflict (area, facets) do update set n = t.n + excluded.n, amount = t.amount + excluded.amount',
    tg_table_name, changes
  );
  return null;
end
$$;

drop procedure steward_keep_tally(regclass, text);
create procedure steward_keep_tally(target regclass, facets text, amount text default '0')
language plpgsql
as $$
begin
  execute format(
    'create trigger tally_insert after insert on %s referencing new table as added
     for each statement execute function steward_tally(%L, %L)', target, facets, amount);
  execute format(
    'create trigger tally_update after update on %s referencing new table as added old table as removed
     for each statement execute function steward_tally(%L, %L)', target, facets, amount);
  execute format(
    'create trigger tally_delete after delete on %s referencing old table as removed
     for each statement execute function steward_tally(%L, %L)', target, facets, amount);
end
$$;

drop trigger tally_insert on bills;
drop trigger tally_update on bills;
drop trigger tally_delete on bills;
call steward_keep_tally('bills', $$jsonb_build_object(
  'status', status, 'currency', currency, 'deleted', deleted_at is not null)$$, 'amount');
update tallies set amount = summed.amount
from (
  select jsonb_build_object(
    'status', status, 'currency', currency, 'deleted', deleted_at is not null) as facets,
    sum(bills.amount) as amount
  from bills group by 1
) as summed
where tallies.area = 'bills' and tallies.facets = summed.facets;

-- The place of a category among its siblings is the number of those before it.
create index categories_place on categories (
  coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), position, id
) where deleted_at is null;
