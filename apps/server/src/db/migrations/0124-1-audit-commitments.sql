-- Digests of the audit log stand over salted commitments of each value, so that values can be erased and the hash chain
-- still be verified (docs/decisions/0073-erasing-from-the-audit-log.md).

alter table audit_entries
  -- From which the salt of each value follows; null once a value has been erased.
  add column salt uuid,
  -- The salts of the values that are left then, by path, in hexadecimal.
  add column salts jsonb,
  -- The commitments of the values that were erased, by path, in hexadecimal.
  add column erased jsonb;
alter table audit_entries alter column salt set default gen_random_uuid();

alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check check (action in (
  'create', 'update', 'status', 'image', 'delete', 'restore', 'purge', 'undo', 'comment', 'keep',
  'sign-in', 'sign-in-failed', 'sign-out', 'session-end', 'export', 'import', 'job', 'erase', 'reseal'
)) not valid;

-- How the digests of a seal are made: 1 over all values in the clear, as versions before make them, 2 over commitments.
alter table audit_seals add column format smallint not null default 1;

-- How far seals of format 1 are converted; no row where no conversion is running.
create table audit_conversion (
  only_row boolean primary key default true check (only_row),
  -- The last seal that is converted, and the hash that it had: the next one still follows from that.
  converted bigint not null,
  replaced bytea not null,
  -- How many of the seals and entries were not as they had been sealed.
  findings bigint not null default 0
);

-- Erases values of entries: the only change of them that the serving role may make. It can take values away and can't put
-- any in. `erasures` has, by the id of an entry, the commitments of what is `erased` and the `salts` of what is left.
create function steward_erase(erasures jsonb) returns void
language sql security definer set search_path = public as $$
  -- By its schema: a temporary table of the caller's must not take its place.
  update public.audit_entries as e set
    salt = null, salts = given.salts, erased = coalesce(e.erased, '{}') || given.erased,
    actor_name = case when given.erased ? 'actor_name' then null else e.actor_name end,
    address = case when given.erased ? 'address' then null else e.address end,
    title = case when given.erased ? 'title' then null else e.title end,
    detail = case when given.erased ? 'detail' then null else e.detail end,
    before = e.before - array(select substr(path, 8) from jsonb_object_keys(given.erased) as path where path like 'before.%'),
    after = e.after - array(select substr(path, 7) from jsonb_object_keys(given.erased) as path where path like 'after.%'),
    state = e.state - array(select substr(path, 7) from jsonb_object_keys(given.erased) as path where path like 'state.%'),
    internal = e.internal - array(
      select substr(path, 10) from jsonb_object_keys(given.erased) as path where path like 'internal.%'),
    via = e.via - array(select substr(path, 5) from jsonb_object_keys(given.erased) as path where path like 'via.%'),
    -- Of a row its id stays, so that the places of the others do.
    records = case when exists (select from jsonb_object_keys(given.erased) as path where path like 'records.%') then (
      select json_agg(
        case when given.erased ? ('records.' || (made.nth - 1) || '.' || (made.row ->> 'id'))
          then json_build_object('id', made.row ->> 'id') else made.row end
        order by made.nth)
      from json_array_elements(e.records) with ordinality as made (row, nth)
    ) else e.records end
  from (
    select each.key::bigint as id, each.value -> 'salts' as salts, each.value -> 'erased' as erased
    from jsonb_each(erasures) as each
  ) as given
  where e.id = given.id
$$;
revoke execute on function steward_erase(jsonb) from public;
