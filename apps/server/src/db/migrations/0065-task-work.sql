-- Tasks are changed by several people, and can be about a record. What that record was called is kept
-- beside its id, since it may be deleted for good.
do $$
declare
  target text;
begin
  -- Alike in the table and in its past (0054-time-travel.sql).
  foreach target in array array['tasks', 'past_tasks'] loop
    execute format(
      'alter table %I add column version integer not null default 1, add column about_area text,
         add column about_id uuid, add column about_title text', target);
  end loop;
end
$$;
alter table tasks add constraint tasks_about_check check (
  (about_area is null) = (about_id is null) and (about_area is null) = (about_title is null));

-- Most tasks are about nothing.
create index tasks_about on tasks (about_id, created_at desc, id desc) where about_id is not null;
create index past_tasks_about on past_tasks (past, about_id, created_at desc, id desc) where about_id is not null;
