-- An id names a row within its source alone, so that two systems' ids never meet; and what a row held when it came
-- in tells the same row again from another one with its id.
alter table imported_rows
  add column source text not null default '',
  add column content bytea;
-- Of an id all sources stand together: which other ones know it is asked as often as whether this one does.
alter table imported_rows drop constraint imported_rows_pkey, add primary key (area, key, source);

-- What is here already belongs to the source that its file's name stands for, as far as the audit log names the file
-- (the same rule as `sourceOf` in import/sources.ts). What it doesn't name stays without a source, and is known to all.
update imported_rows as r set source = named.source
from (
  with begun as (
    select distinct on (batch) batch, left(lower(btrim(regexp_replace(
      regexp_replace(detail, '\.[^.]*$', ''),
      '(\s*\(\d+\)|[-_ .]+\d{4}[-_.]?\d{2}([-_.]?\d{2})?([-_ t]?\d{4,6})?)+$', '', 'i'))), 100) as source
    from audit_entries where action = 'import' and batch is not null and detail is not null
    order by batch, id
  ), came as (
    select f.record_id, e.batch from audit_frame_records f join audit_entries e on e.id = f.entry_id
    union all
    select record_id, batch from audit_entries where action = 'create' and record_id is not null
  )
  select came.record_id, begun.source from begun join came on came.batch = begun.batch
) as named
where named.record_id = r.record_id;

-- How many rows of a file had the id of a record with other content, and what a bad row holds, to be corrected.
alter table jobs add column conflicts bigint not null default 0;
alter table job_failures add column bad_row jsonb;
