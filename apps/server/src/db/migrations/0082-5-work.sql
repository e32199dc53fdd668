-- A task can be about a record. What that record was called is kept beside its id, since it may be deleted for good.
create table tasks (
  id uuid primary key,
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) <= 10000),
  assignee_id uuid,
  due_at timestamptz(3),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  -- Sorted by urgency, not by the alphabet.
  priority_rank smallint not null generated always as (
    case priority when 'low' then 1 when 'normal' then 2 when 'high' then 3 else 4 end
  ) stored,
  status text not null default 'todo' check (status in ('todo', 'doing', 'done', 'cancelled')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (steward_fold(title)) stored,
  deleted_at timestamptz(3),
  deleted_by uuid,
  version integer not null default 1,
  about_area text,
  about_id uuid,
  about_title text,
  imported boolean not null default false,
  constraint tasks_about_check check (
    (about_area is null) = (about_id is null) and (about_area is null) = (about_title is null))
);
create index tasks_created on tasks (created_at desc, id desc) include (deleted_at);
create index tasks_due on tasks (due_at asc nulls last, id) include (deleted_at);
create index tasks_due_down on tasks (due_at desc nulls last, id desc) include (deleted_at);
create index tasks_priority on tasks (priority_rank desc, id desc) include (deleted_at);
create index tasks_title on tasks ((steward_fold(title) collate "C"), id) include (title, deleted_at);
create index tasks_assignee on tasks (assignee_id, created_at desc, id desc);
-- Most tasks are about nothing.
create index tasks_about on tasks (about_id, created_at desc, id desc) where about_id is not null;
create index tasks_search on tasks using gin (search gin_trgm_ops);
create index tasks_trash on tasks (deleted_at desc nulls last, id desc) where deleted_at is not null;

-- What people say about a task. A comment goes for good with its task; who wrote it may be deleted for good
-- and is still named by it.
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

create table bills (
  id uuid primary key,
  number text not null check (length(number) between 1 and 200),
  title text not null check (length(title) between 1 and 200),
  payer_id uuid,
  payer_name text not null check (length(payer_name) between 1 and 200),
  -- Minor units; within what a JSON number carries exactly.
  amount bigint not null check (abs(amount) <= 9007199254740991),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null default 'draft' check (status in ('draft', 'due', 'paid', 'overdue', 'void')),
  issued_at timestamptz(3),
  due_at timestamptz(3),
  paid_at timestamptz(3),
  notes text check (length(notes) <= 10000),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  -- Of a payer with an account the name that they have now is searched, and not the one kept here.
  search text not null generated always as (
    steward_fold(number || chr(10) || title || case when payer_id is null then chr(10) || payer_name else '' end)
  ) stored,
  deleted_by uuid,
  imported boolean not null default false
);
create sequence bill_numbers;
create unique index bills_number_key on bills (number) where deleted_at is null;
create index bills_created on bills (created_at desc, id desc) where deleted_at is null;
create index bills_due on bills (due_at asc nulls last, id) where deleted_at is null;
create index bills_due_down on bills (due_at desc nulls last, id desc) where deleted_at is null;
-- Drafts, the few bills that nobody is asked to pay yet: by due date, and narrowed by amount and currency. Their due
-- dates all lie ahead, so that the index of all due dates would be walked to its end.
create index bills_draft on bills (due_at, id) include (amount, currency)
  where status = 'draft' and deleted_at is null;
create index bills_paid on bills (paid_at, id) where paid_at is not null and deleted_at is null;
-- A bill is found by its amount, deleted or not; the list's sort by amount goes by the same index.
create index bills_amount on bills (amount, id) include (deleted_at);
create index bills_number on bills ((steward_fold(number) collate "C"), id) include (number) where deleted_at is null;
create index bills_payer on bills (payer_id, created_at desc, id desc) where deleted_at is null;
create index bills_search on bills using gin (search gin_trgm_ops);
create index bills_trash on bills (deleted_at desc nulls last, id desc) where deleted_at is not null;
