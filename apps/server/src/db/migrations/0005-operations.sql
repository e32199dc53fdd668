create table tasks (
  id uuid primary key,
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) <= 10000),
  assignee_id uuid references users,
  due_at timestamptz(3),
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high', 'urgent')),
  -- Sorted by what presses, not by the alphabet.
  priority_rank smallint not null generated always as (
    case priority when 'low' then 1 when 'normal' then 2 when 'high' then 3 else 4 end
  ) stored,
  status text not null default 'todo' check (status in ('todo', 'doing', 'done', 'cancelled')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (steward_fold(title)) stored
);
create index tasks_created on tasks (created_at desc, id desc);
create index tasks_due on tasks (due_at asc nulls last, id);
create index tasks_due_down on tasks (due_at desc nulls last, id desc);
create index tasks_priority on tasks (priority_rank desc, id desc);
create index tasks_title on tasks ((steward_fold(title) collate "C"), id);
create index tasks_assignee on tasks (assignee_id, created_at desc, id desc);
create index tasks_search on tasks using gin (search gin_trgm_ops);
call steward_keep_tally('tasks', $$jsonb_build_object('status', status, 'priority', priority)$$);

create table bills (
  id uuid primary key,
  number text not null check (length(number) between 1 and 200),
  title text not null check (length(title) between 1 and 200),
  payer_id uuid references users,
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
  search text not null generated always as (
    steward_fold(number || chr(10) || title || chr(10) || payer_name)
  ) stored
);
create unique index bills_number_key on bills (number) where deleted_at is null;
create index bills_created on bills (created_at desc, id desc) where deleted_at is null;
create index bills_due on bills (due_at asc nulls last, id) where deleted_at is null;
create index bills_due_down on bills (due_at desc nulls last, id desc) where deleted_at is null;
create index bills_amount on bills (amount, id) where deleted_at is null;
create index bills_number on bills ((steward_fold(number) collate "C"), id) where deleted_at is null;
create index bills_payer on bills (payer_id, created_at desc, id desc) where deleted_at is null;
create index bills_search on bills using gin (search gin_trgm_ops);
call steward_keep_tally('bills', $$jsonb_build_object(
  'status', status, 'currency', currency, 'deleted', deleted_at is not null)$$);
create sequence bill_numbers;

create table shopping_posts (
  id uuid primary key,
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) <= 10000),
  price bigint not null check (price between 0 and 9007199254740991),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  seller_id uuid references users,
  images text[] not null default '{}',
  category_id uuid references categories,
  status text not null default 'available' check (status in ('available', 'reserved', 'sold')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  search text not null generated always as (steward_fold(title || chr(10) || coalesce(description, ''))) stored
);
create index shopping_posts_created on shopping_posts (created_at desc, id desc);
create index shopping_posts_price on shopping_posts (price, id);
create index shopping_posts_title on shopping_posts ((steward_fold(title) collate "C"), id);
create index shopping_posts_seller on shopping_posts (seller_id, created_at desc, id desc);
create index shopping_posts_category on shopping_posts (category_id, created_at desc, id desc);
create index shopping_posts_search on shopping_posts using gin (search gin_trgm_ops);
call steward_keep_tally('shopping_posts', $$jsonb_build_object(
  'status', status, 'category_id', category_id, 'deleted', deleted_at is not null)$$);

-- Which row of which file became which record, so that a file read twice goes in once.
create table imported_rows (
  area text not null,
  key bytea not null,
  record_id uuid not null,
  imported_at timestamptz(3) not null default now(),
  primary key (area, key)
);
