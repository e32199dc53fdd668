-- Indexes that pages far from the beginning of a list are found in without a look at the rows before them: what the sort
-- reads, and whether a row is deleted, stands in the index.
-- Every list of people is one of some types of them, and their status is what it is filtered by most. Bills change
-- theirs, which would write each index anew.
drop index users_created, users_name, users_email, users_email_down, users_last_active, users_last_active_down, bills_number;
create index users_created on users (created_at desc, id desc) include (type, status) where deleted_at is null;
create index users_name on users ((steward_fold(name) collate "C"), id) include (name, type, status)
  where deleted_at is null;
create index users_email on users ((steward_fold(email) collate "C") asc nulls last, id)
  include (email, type, status) where deleted_at is null;
create index users_email_down on users ((steward_fold(email) collate "C") desc nulls last, id desc)
  include (email, type, status) where deleted_at is null;
create index users_last_active on users (last_active_at asc nulls last, id) include (type, status) where deleted_at is null;
create index users_last_active_down on users (last_active_at desc nulls last, id desc) include (type, status)
  where deleted_at is null;
create index bills_number on bills ((steward_fold(number) collate "C"), id) include (number) where deleted_at is null;

-- Deleted ones were left out of these lists later than of others.
drop index events_created, events_starts, events_title, events_attendees,
  polls_created, polls_closes, polls_closes_down, polls_title, polls_responses,
  tasks_created, tasks_due, tasks_due_down, tasks_priority, tasks_title,
  shopping_posts_created, shopping_posts_price, shopping_posts_title;
create index events_created on events (created_at desc, id desc) include (deleted_at);
create index events_starts on events (starts_at desc, id desc) include (deleted_at);
create index events_title on events ((steward_fold(title) collate "C"), id) include (title, deleted_at);
create index events_attendees on events (attendee_count desc, id desc) include (deleted_at);
create index polls_created on polls (created_at desc, id desc) include (deleted_at);
create index polls_closes on polls (closes_at asc nulls last, id) include (deleted_at);
create index polls_closes_down on polls (closes_at desc nulls last, id desc) include (deleted_at);
create index polls_title on polls ((steward_fold(title) collate "C"), id) include (title, deleted_at);
create index polls_responses on polls (response_count desc, id desc) include (deleted_at);
create index tasks_created on tasks (created_at desc, id desc) include (deleted_at);
create index tasks_due on tasks (due_at asc nulls last, id) include (deleted_at);
create index tasks_due_down on tasks (due_at desc nulls last, id desc) include (deleted_at);
create index tasks_priority on tasks (priority_rank desc, id desc) include (deleted_at);
create index tasks_title on tasks ((steward_fold(title) collate "C"), id) include (title, deleted_at);
create index shopping_posts_created on shopping_posts (created_at desc, id desc) include (deleted_at);
create index shopping_posts_price on shopping_posts (price, id) include (deleted_at);
create index shopping_posts_title on shopping_posts ((steward_fold(title) collate "C"), id) include (title, deleted_at);
