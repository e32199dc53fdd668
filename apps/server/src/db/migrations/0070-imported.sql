-- Which records a file brought in: what is new on the dashboard leaves them out, or one import would be the
-- month. Counters by day tell them apart, so they are counted anew.
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

do $$
declare
  kept record;
  daily text;
begin
  -- As they are declared (migration 0055): the columns are those of the deltas, the rest stands in the trigger.
  for kept in
    select relname::text as area, args[1] as facets, args[2] as amount, args[3] as daily, nullif(args[4], '') as person,
      (select array_agg(attname::text order by attnum) from pg_attribute
       where attrelid = (relname || '_deltas')::regclass and attnum > 0 and not attisdropped and attname <> 'step') as columns
    from pg_trigger join pg_class on pg_class.oid = tgrelid,
      regexp_split_to_array(encode(tgargs, 'escape'), '\\000') as args
    where tgname = 'append_deltas_insert' order by relname
  loop
    call steward_forget_counters(kept.area);
    execute format('alter table %I add column imported boolean not null default false', kept.area);
    -- Nobody is told of it, so nobody's past has it.
    execute format('alter table %I add column imported boolean', 'past_' || kept.area);
    -- Older ones are new to nobody.
    execute format(
      'update %I as t set imported = true from imported_rows
       where imported_rows.record_id = t.id and t.created_at > now() - interval ''31 days''', kept.area);
    daily := case when kept.daily like '%type%'
      then $facets$jsonb_build_object('type', type, 'imported', imported)$facets$
      else $facets$jsonb_build_object('imported', imported)$facets$ end;
    call steward_keep_counters(kept.area, kept.columns || array['imported'], kept.facets, daily, kept.amount, kept.person,
      case when kept.area = 'users' then 'last_active_at' end);
  end loop;
end
$$;
