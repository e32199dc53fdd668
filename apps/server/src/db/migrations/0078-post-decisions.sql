-- Reports of posts come to an end: how many have been decided about, when and by whom, and what is known of
-- each. Reports that come later are open again.
alter table posts
  add column reports_handled integer not null default 0 check (reports_handled >= 0),
  add column reports_handled_at timestamptz(3),
  add column reports_handled_by uuid,
  add column reports jsonb not null default '[]'
    check (jsonb_typeof(reports) = 'array' and jsonb_array_length(reports) <= 20);
-- Entries from before don't hold them.
alter table past_posts
  add column reports_handled integer,
  add column reports_handled_at timestamptz(3),
  add column reports_handled_by uuid,
  add column reports jsonb;

-- Posts that wait for a decision, the few among a million.
create index posts_open_reports on posts (created_at desc, id desc) include (report_count, reports_handled)
  where greatest(report_count - reports_handled, 0) > 0 and deleted_at is null;

-- Keeping a post has a name of its own; no row has to be looked at, since the list only grows.
alter table audit_entries drop constraint audit_entries_action_check;
alter table audit_entries add constraint audit_entries_action_check check (action in (
  'create', 'update', 'status', 'image', 'delete', 'restore', 'purge', 'undo', 'comment', 'keep',
  'sign-in', 'sign-in-failed', 'sign-out', 'session-end', 'export', 'import', 'job'
)) not valid;
