-- Whether a browser or a script made the request that an entry tells of; null for other doors and for older entries.
alter table audit_entries add column client text check (client in ('browser', 'script'));

-- As before, and with the client where there is one: older entries keep their digests.
create or replace function steward_audit_digest(entry audit_entries) returns bytea
language sql stable
as $$
  select sha256(convert_to((jsonb_build_array(
    (extract(epoch from entry.at) * 1000)::bigint, entry.actor_id, entry.actor_name, entry.role_id,
    entry.role_name, entry.through, entry.address, entry.action, entry.area, entry.record_id,
    entry.title, entry.before, entry.after, entry.detail, entry.batch, entry.undoes,
    entry.records::text, entry.record_count
  ) || case when entry.untold is null then '[]'::jsonb else jsonb_build_array(entry.untold) end
    || case when entry.client is null then '[]'::jsonb else jsonb_build_array(entry.client) end)::text, 'UTF8'))
$$;
