-- Soft delete in every area, with who did it.
alter table roles add column deleted_at timestamptz(3);
update roles set deleted_at = updated_at where status = 'deleted';
alter table events add column deleted_at timestamptz(3);
alter table polls add column deleted_at timestamptz(3);
alter table tasks add column deleted_at timestamptz(3);

do $$
declare
  target text;
begin
  foreach target in array array['roles', 'users', 'categories', 'posts', 'events', 'polls', 'tasks', 'bills', 'shopping_posts'] loop
    execute format('alter table %I add column deleted_by uuid', target);
    execute format(
      'create index %I on %I (deleted_at desc nulls last, id desc) where deleted_at is not null',
      target || '_trash', target);
  end loop;
  -- Their counters know now what is deleted.
  foreach target in array array['events', 'polls', 'tasks'] loop
    execute format('drop trigger counter_insert on %I', target);
    execute format('drop trigger counter_update on %I', target);
    execute format('drop trigger counter_delete on %I', target);
    execute format('delete from counters where area = %L', target);
  end loop;
  foreach target in array array['events', 'tasks'] loop
    execute format('drop trigger person_counter_insert on %I', target);
    execute format('drop trigger person_counter_update on %I', target);
    execute format('drop trigger person_counter_delete on %I', target);
    execute format('delete from person_counters where area = %L', target);
  end loop;
end
$$;

insert into counters (area, facets, n)
select 'events', jsonb_build_object('online', online, 'deleted', false), count(*) from events group by 2
union all
select 'polls', jsonb_build_object('kind', kind, 'deleted', false), count(*) from polls group by 2
union all
select 'tasks', jsonb_build_object('status', status, 'priority', priority, 'deleted', false), count(*)
from tasks group by 2;
call steward_keep_counter('events', $$jsonb_build_object('online', online, 'deleted', deleted_at is not null)$$);
call steward_keep_counter('polls', $$jsonb_build_object('kind', kind, 'deleted', deleted_at is not null)$$);
call steward_keep_counter('tasks', $$jsonb_build_object(
  'status', status, 'priority', priority, 'deleted', deleted_at is not null)$$);
call steward_keep_person_counter('tasks', 'assignee_id', 'deleted_at is not null');
call steward_keep_person_counter('events', 'host_id', 'deleted_at is not null');

-- Who or what is deleted for good is still named by what remains: the audit log knows what they were called,
-- and to change a hundred thousand posts for it would tell of a hundred thousand changes.
alter table posts drop constraint posts_author_id_fkey, drop constraint posts_category_id_fkey;
alter table events drop constraint events_host_id_fkey;
alter table polls drop constraint polls_author_id_fkey;
alter table tasks drop constraint tasks_assignee_id_fkey;
alter table bills drop constraint bills_payer_id_fkey;
alter table shopping_posts
  drop constraint shopping_posts_seller_id_fkey, drop constraint shopping_posts_category_id_fkey;
alter table jobs
  drop constraint jobs_started_by_fkey,
  add constraint jobs_started_by_fkey foreign key (started_by) references users on delete cascade;
alter table imports
  drop constraint imports_user_id_fkey,
  add constraint imports_user_id_fkey foreign key (user_id) references users on delete cascade;
alter table sessions
  drop constraint sessions_preview_role_id_fkey,
  add constraint sessions_preview_role_id_fkey foreign key (preview_role_id) references roles on delete cascade;
