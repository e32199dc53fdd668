-- Which entry took an entry back, unless that one was taken back itself.
create function steward_undone_by(entry bigint) returns bigint
language sql stable
as $$
  select max(undo.id) from audit_entries as undo
  where undo.undoes = entry and steward_undone_by(undo.id) is null
$$;

-- What a job that undoes is about: entries of one batch, or of a person in a span of time.
alter table jobs add column undoes jsonb;
