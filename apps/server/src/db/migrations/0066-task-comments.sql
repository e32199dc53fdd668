-- What people say about a task. A comment goes for good with its task; who wrote it may be deleted for good
-- and is still named by it, as in 0051-trash.sql.
create table task_comments (
  id uuid primary key,
  task_id uuid not null references tasks on delete cascade,
  author_id uuid,
  text text not null check (length(text) between 1 and 10000),
  created_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  deleted_by uuid
);
create index task_comments_task on task_comments (task_id, created_at desc, id desc) include (deleted_at);
create index task_comments_deleted on task_comments (deleted_at) where deleted_at is not null;

-- The audit log tells of comments. Every row there is passes, so none has to be looked at.
alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check check (action in (
  'create', 'update', 'status', 'image', 'delete', 'restore', 'purge', 'undo', 'comment',
  'sign-in', 'sign-in-failed', 'sign-out', 'session-end', 'export', 'import', 'job'
)) not valid;
