-- Who was erased (docs/decisions/0074-personal-data.md): by id alone, so that a restored backup learns of it.
create table erased_people (
  id uuid primary key,
  -- Whether what the person wrote stayed.
  content text not null check (content in ('keep', 'delete')),
  -- Who erased them, and the job that does.
  erased_by uuid,
  job_id uuid,
  -- What is done next, and the names and addresses to look for; null once it is over.
  step text,
  -- The audit entry behind which that goes on.
  after_entry bigint not null default 0,
  identifiers jsonb,
  -- How many rows and files of each place were deleted or changed.
  counts jsonb not null default '{}',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  finished_at timestamptz(3)
);
create index erased_people_created on erased_people (created_at desc, id desc);
