-- Of which types the people are that an entry tells of, so that nobody reads of people whom they may not list:
-- of a change of the type both. Null for other areas, and where nothing tells. Not among what is sealed, since the
-- sealed columns tell the same, which `steward audit verify` looks at.
alter table audit_entries add column person_types text[];

-- The types as the sealed columns tell them: of a change its own, else those before the next change that tells,
-- and at the end those of now. No row for entries about nobody, such as an export.
create function steward_audit_person_types() returns table (entry bigint, types text[])
language sql stable
as $$
  with told as (
    select e.id, e.record_id, e.before ->> 'type' as was, e.after ->> 'type' as became,
      count(e.before ->> 'type') over (partition by e.record_id order by e.id desc) as change
    from audit_entries as e where e.area = 'users' and e.record_id is not null
  ), followed as (
    select told.*, max(was) over (partition by record_id, change) as next from told
  )
  select followed.id, case
    when was is null and became is null then array[coalesce(next, person.type)]
    when was is null or became is null or was = became then array[coalesce(was, became)]
    else array[least(was, became), greatest(was, became)]
  end
  from followed left join users as person on person.id = followed.record_id
  union all
  select e.id, array(select distinct made ->> 'type' from json_array_elements(e.records) as made order by 1)
  from audit_entries as e where e.area = 'users' and e.records is not null
$$;

-- Without the indexes meanwhile: an entry in each for every row that changes takes many times as long.
do $$
declare
  indexes text[] := array(
    select indexdef from pg_indexes
    where schemaname = current_schema() and tablename = 'audit_entries' and indexname <> 'audit_entries_pkey');
  each text;
begin
  foreach each in array indexes loop
    execute format('drop index %I', substring(each from 'INDEX (\S+) ON'));
  end loop;
  alter table audit_entries disable trigger append_only;
  update audit_entries as e set person_types = told.types
  from steward_audit_person_types() as told where e.id = told.entry;
  alter table audit_entries enable trigger append_only;
  foreach each in array indexes loop
    execute each;
  end loop;
end
$$;

alter table audit_counts add column person_types text[];
alter table audit_counts drop constraint audit_counts_day_area_action_actor_id_key;
alter table audit_counts add unique nulls not distinct (day, area, action, actor_id, person_types);
delete from audit_counts where area = 'users';
insert into audit_counts (day, area, action, actor_id, person_types, n)
select (e.at at time zone 'UTC')::date, e.area, e.action, e.actor_id, e.person_types, count(*)
from audit_entries as e cross join audit_sealing as s
where e.area = 'users' and (e.id <= s.settled or e.id = any (s.above))
group by 1, 2, 3, 4, 5;

-- As before, but that it counts by the types of people as well.
-- Seals entries that are not sealed yet, at most so many. One transaction at a time does; another one
-- finds nothing to do. Returns the number of the seal and how many entries it holds; no row for none.
create or replace function steward_seal_audit(most integer) returns table (seal bigint, sealed integer)
language plpgsql
as $$
declare
  state audit_sealing;
  ended boolean;
  fresh bigint[];
  fresh_digests bytea;
  last_no bigint;
  last_hash bytea;
  settles bigint;
begin
  if not exists (
    select from audit_sealing as s
    where s.above <> '{}' or exists (select from audit_entries as e where e.id > s.settled)
  ) then
    return;
  end if;
  select * into state from audit_sealing for update skip locked;
  if not found then
    return;
  end if;
  -- To be asked before the entries are: what a transaction wrote can be seen before its lock is gone.
  ended := not exists (select from steward_audit_writers() as w where w = any (state.writers));
  select array_agg(e.id order by e.id), string_agg(e.digest, ''::bytea order by e.id)
  into fresh, fresh_digests
  from (
    select entry.id, steward_audit_digest(entry) as digest from audit_entries as entry
    where entry.id > state.settled and entry.id not in (select unnest(state.above))
    order by entry.id limit most
  ) as e;

  settles := state.settled;
  -- Where more is left than was taken, it all comes after what was taken.
  if ended and (coalesce(cardinality(fresh), 0) < most or state.candidate <= fresh[most]) then
    settles := state.candidate;
    state.candidate := greatest(settles, coalesce(fresh[cardinality(fresh)], settles),
      coalesce(state.above[cardinality(state.above)], settles));
    state.writers := array(select w from steward_audit_writers() as w);
  end if;
  if fresh is null and settles = state.settled then
    return;
  end if;
  update audit_sealing set settled = settles, candidate = state.candidate,
    writers = state.writers,
    above = array(select a from unnest(state.above || coalesce(fresh, '{}')) as a where a > settles order by a);
  if fresh is null then
    return;
  end if;

  select s.no, s.hash into last_no, last_hash from audit_seals as s order by s.no desc limit 1;
  last_no := coalesce(last_no, 0) + 1;
  last_hash := coalesce(last_hash, decode(repeat('00', 32), 'hex'));
  insert into audit_seals (no, entries, digests, previous, hash)
  values (last_no, fresh, fresh_digests, last_hash, sha256(last_hash || fresh_digests));
  insert into audit_counts as c (day, area, action, actor_id, person_types, n)
  select (e.at at time zone 'UTC')::date, e.area, e.action, e.actor_id, e.person_types, count(*)
  from audit_entries as e where e.id = any (fresh)
  group by 1, 2, 3, 4, 5
  on conflict (day, area, action, actor_id, person_types) do update set n = c.n + excluded.n;
  perform pg_notify('steward_audit', last_no::text);
  seal := last_no;
  sealed := cardinality(fresh);
  return next;
end
$$;
