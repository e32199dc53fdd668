create table categories (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  slug text not null check (length(slug) between 1 and 200),
  description text check (length(description) <= 10000),
  image text,
  color text check (length(color) <= 50),
  position integer not null default 0,
  parent_id uuid references categories,
  status text not null default 'active' check (status in ('active', 'inactive')),
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  search text not null generated always as (steward_fold(name)) stored
);
create unique index categories_name_key on categories (parent_id, steward_key(name)) nulls not distinct where deleted_at is null;
create unique index categories_slug_key on categories (slug) where deleted_at is null;
create index categories_parent on categories (parent_id);

create table posts (
  id uuid primary key,
  author_id uuid references users,
  text text not null check (length(text) <= 10000),
  images text[] not null default '{}',
  category_id uuid references categories,
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  report_count integer not null default 0 check (report_count >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  search text not null generated always as (steward_fold(text)) stored
);
create index posts_created on posts (created_at desc, id desc) where deleted_at is null;
create index posts_likes on posts (like_count desc, id desc) where deleted_at is null;
create index posts_comments on posts (comment_count desc, id desc) where deleted_at is null;
create index posts_reports on posts (report_count desc, id desc) where deleted_at is null;
create index posts_author on posts (author_id, created_at desc, id desc) where deleted_at is null;
create index posts_category on posts (category_id, created_at desc, id desc) where deleted_at is null;
create index posts_search on posts using gin (search gin_trgm_ops);
call steward_keep_tally('posts', $$jsonb_build_object('category_id', category_id, 'deleted', deleted_at is not null)$$);

create table events (
  id uuid primary key,
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) <= 10000),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  location text check (length(location) <= 200),
  online boolean not null default false,
  host_id uuid references users,
  host_name text check (length(host_name) <= 200),
  image text,
  capacity integer check (capacity >= 0),
  attendee_count integer not null default 0 check (attendee_count >= 0),
  cancelled boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (
    steward_fold(title || chr(10) || coalesce(description, '') || chr(10) || coalesce(location, ''))
  ) stored,
  check (ends_at >= starts_at)
);
create index events_created on events (created_at desc, id desc);
create index events_starts on events (starts_at desc, id desc);
create index events_title on events ((steward_fold(title) collate "C"), id);
create index events_attendees on events (attendee_count desc, id desc);
create index events_search on events using gin (search gin_trgm_ops);
call steward_keep_tally('events', $$jsonb_build_object('online', online)$$);

create table polls (
  id uuid primary key,
  kind text not null default 'poll' check (kind in ('poll', 'survey')),
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) <= 10000),
  author_id uuid references users,
  questions jsonb not null default '[]',
  response_count integer not null default 0 check (response_count >= 0),
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  status text not null default 'open' check (status in ('draft', 'open', 'closed')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (steward_fold(title)) stored
);
create index polls_created on polls (created_at desc, id desc);
create index polls_closes on polls (closes_at asc nulls last, id);
create index polls_closes_down on polls (closes_at desc nulls last, id desc);
create index polls_title on polls ((steward_fold(title) collate "C"), id);
create index polls_responses on polls (response_count desc, id desc);
create index polls_search on polls using gin (search gin_trgm_ops);
call steward_keep_tally('polls', $$jsonb_build_object('kind', kind)$$);
