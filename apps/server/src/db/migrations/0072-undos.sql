-- Which entry took which back, and whether that stands: an undo that was undone itself doesn't. Written with
-- the entry (`db/undos.ts`), so that nobody has to follow a chain of undos to know.
create table audit_undos (
  undo_id bigint primary key,
  entry_id bigint not null,
  -- 1 for the undo of a change, 2 for the undo of that, and so on.
  level integer not null,
  in_effect boolean not null default true
);

create index audit_undos_in_effect on audit_undos (entry_id, undo_id) where in_effect;

-- One by one, each with one look into an index, whatever the planner thinks of the sizes: a chain can have
-- thousands of levels, and a job can have been undone record by record.
set local enable_seqscan = off;
do $$
declare
  undo record;
begin
  for undo in select id, undoes from audit_entries where undoes is not null order by id loop
    insert into audit_undos (undo_id, entry_id, level) values (undo.id, undo.undoes,
      1 + coalesce((select undone.level from audit_undos as undone where undone.undo_id = undo.undoes), 0));
  end loop;
  -- What undoes an entry is newer than it, so that the ends of the chains come first.
  for undo in select distinct entry_id as id from audit_undos where level > 1 order by 1 desc loop
    update audit_undos set in_effect = not exists (
      select from audit_undos as later where later.entry_id = undo.id and later.in_effect)
    where undo_id = undo.id;
  end loop;
end
$$;
set local enable_seqscan to default;

drop function if exists steward_undone_by(bigint);

-- Which fields of a record kept a job from changing it, as the answer of the single call names them.
alter table job_failures add column errors jsonb not null default '[]';
