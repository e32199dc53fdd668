-- steward: needs 0089-counter-deltas.sql
-- Deltas of counters are written by `db/write/write.ts`, in the transaction of the change.

-- A database of a version in which triggers wrote them, and refused changes of the audit log (decision 61). What they have
-- written is folded once more.
do $$
declare
  counted text;
begin
  if to_regproc('steward_fold_deltas') is null then
    return;
  end if;
  drop trigger append_only on audit_entries;
  drop trigger append_only on audit_seals;
  drop trigger append_only on audit_frame_records;
  drop function steward_refuse_audit_change();

  perform pg_advisory_xact_lock(7203120);
  for counted in select relname from pg_trigger join pg_class on pg_class.oid = tgrelid where tgname = 'append_deltas_insert' loop
    execute format('drop trigger append_deltas_insert on %I', counted);
    execute format('drop trigger append_deltas_update on %I', counted);
    execute format('drop trigger append_deltas_delete on %I', counted);
  end loop;
  while (select steward_fold_deltas(100000)) > 0 loop
  end loop;
  drop function steward_fold_deltas(integer);
  drop procedure steward_combine_counters();
  drop procedure steward_keep_counters(text, text[], text, text, text, text, text);
  drop procedure steward_forget_counters(text);
  for counted in select substring(proname from 'append_(.*)_deltas') from pg_proc where proname ~ '^append_.*_deltas$' loop
    execute format('drop function %I()', 'append_' || counted || '_deltas');
    execute format('drop function %I(integer)', 'fold_' || counted || '_deltas');
    execute format('drop table %I cascade', counted || '_deltas');
  end loop;
end
$$;

-- Servers of that version can't go on, since nobody would count the records that they write: each comes with an entry of
-- the audit log, in which they don't find these names.
alter table audit_entries rename column untold to internal;
alter table audit_frame_records rename to audit_batch_records;
alter index audit_frame_records_pkey rename to audit_batch_records_pkey;
alter index audit_frame_records_entry rename to audit_batch_records_entry;

-- No statement looks entries up by what they undo: audit_undos tells.
drop index if exists audit_entries_undoes;
-- Batches are a third of the audit log's bytes and cost a fourth as much to compress. The embedded engine has no lz4.
do $$
begin
  alter table audit_entries alter column records set compression lz4;
exception when feature_not_supported then
  null;
end
$$;

-- What changes have added to the rows of an area (n below 0: taken away) and to the sum of its amount, by combination of
-- filterable columns, by person, and by the day of creation of rows that are not deleted. A row may tell of one of
-- these or of all; a change that counts nowhere has a row with 0, since it is a change all the same.
create table counter_deltas (
  id bigint generated always as identity primary key,
  area text not null,
  n bigint not null,
  amount numeric not null default 0,
  facets jsonb,
  person uuid,
  -- Whether the rows of the person are deleted.
  deleted boolean,
  day date,
  daily jsonb
);
-- Deltas come and go: vacuum often, so that the table stays small.
alter table counter_deltas set (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0);

-- What is folded and what is not yet.
create view current_counters (area, facets, n, amount) as
  select area, facets, n, amount from counters
  union all select area, facets, n, amount from counter_deltas where facets is not null;
create view current_person_counters (area, user_id, deleted, n) as
  select area, user_id, deleted, n from person_counters
  union all select area, person, deleted, n from counter_deltas where person is not null;
create view current_daily_counters (area, facets, day, n) as
  select area, facets, day, n from daily_counters
  union all select area, daily, day, n from counter_deltas where day is not null;
-- Only grows, by each change of a table.
create view delta_versions (area, n) as
  select area, n from folded_deltas
  union all select area, 1 from counter_deltas;
