-- Columns that name a person or a category have no foreign key: who or what is deleted for good is still named by what
-- remains. The audit log knows what they were called, and to change a hundred thousand posts for it would be a hundred
-- thousand changes.

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
  search text not null generated always as (steward_fold(name)) stored,
  -- The order of the tree: parents before children, siblings by their position.
  tree_key text collate "C" not null default '',
  deleted_by uuid
);
create unique index categories_name_key on categories (parent_id, steward_key(name)) nulls not distinct where deleted_at is null;
create unique index categories_slug_key on categories (slug) where deleted_at is null;
create index categories_parent on categories (parent_id);
-- The place of a category among its siblings is the number of those before it.
create index categories_place on categories (
  coalesce(parent_id, '00000000-0000-0000-0000-000000000000'), position, id
) where deleted_at is null;
create index categories_tree on categories (tree_key, id) where deleted_at is null;
create index categories_image on categories (image) where image is not null and deleted_at is null;
create index categories_image_deleted on categories (image) where image is not null and deleted_at is not null;
create index categories_trash on categories (deleted_at desc nulls last, id desc) where deleted_at is not null;

-- Each level of the tree adds the sort key among siblings and the id, both of a fixed length, to the key of its parent.
create function steward_tree_step(place integer, category uuid) returns text
language sql immutable strict
as $$ select lpad(to_hex(place::bigint + 2147483648), 8, '0') || category $$;

create table posts (
  id uuid primary key,
  author_id uuid,
  text text not null check (length(text) <= 10000),
  images text[] not null default '{}',
  category_id uuid,
  like_count integer not null default 0 check (like_count >= 0),
  comment_count integer not null default 0 check (comment_count >= 0),
  report_count integer not null default 0 check (report_count >= 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  search text not null generated always as (steward_fold(text)) stored,
  deleted_by uuid,
  imported boolean not null default false,
  -- How many reports have been decided about, when and by whom, and what is known of each. Reports that come later are
  -- open again.
  reports_handled integer not null default 0 check (reports_handled >= 0),
  reports_handled_at timestamptz(3),
  reports_handled_by uuid,
  reports jsonb not null default '[]'
    check (jsonb_typeof(reports) = 'array' and jsonb_array_length(reports) <= 20)
);
create index posts_created on posts (created_at desc, id desc) where deleted_at is null;
create index posts_likes on posts (like_count desc, id desc) where deleted_at is null;
create index posts_comments on posts (comment_count desc, id desc) where deleted_at is null;
create index posts_reports on posts (report_count desc, id desc) where deleted_at is null;
create index posts_author on posts (author_id, created_at desc, id desc) where deleted_at is null;
create index posts_category on posts (category_id, created_at desc, id desc) where deleted_at is null;
-- The few among a million that have been reported, and that wait for a decision.
create index posts_reported on posts (created_at desc, id desc) include (report_count)
  where report_count > 0 and deleted_at is null;
create index posts_open_reports on posts (created_at desc, id desc) include (report_count, reports_handled)
  where greatest(report_count - reports_handled, 0) > 0 and deleted_at is null;
create index posts_images on posts using gin (images) where images <> '{}' and deleted_at is null;
create index posts_images_deleted on posts using gin (images) where images <> '{}' and deleted_at is not null;
create index posts_search on posts using gin (search gin_trgm_ops);
create index posts_trash on posts (deleted_at desc nulls last, id desc) where deleted_at is not null;

create table events (
  id uuid primary key,
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) <= 10000),
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  location text check (length(location) <= 200),
  online boolean not null default false,
  host_id uuid,
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
  deleted_at timestamptz(3),
  deleted_by uuid,
  -- Of the place where it takes place; null where nobody knows it.
  time_zone text check (length(time_zone) <= 100),
  version integer not null default 1,
  imported boolean not null default false,
  check (ends_at >= starts_at)
);
create index events_created on events (created_at desc, id desc) include (deleted_at);
create index events_starts on events (starts_at desc, id desc) include (deleted_at);
-- Events that are not over.
create index events_ends on events ((coalesce(ends_at, starts_at)), id) where deleted_at is null;
create index events_title on events ((steward_fold(title) collate "C"), id) include (title, deleted_at);
create index events_attendees on events (attendee_count desc, id desc) include (deleted_at);
create index events_host on events (host_id, created_at desc, id desc) where host_id is not null;
create index events_image on events (image) where image is not null;
create index events_search on events using gin (search gin_trgm_ops);
create index events_trash on events (deleted_at desc nulls last, id desc) where deleted_at is not null;

create table polls (
  id uuid primary key,
  kind text not null default 'poll' check (kind in ('poll', 'survey')),
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) <= 10000),
  author_id uuid,
  questions jsonb not null default '[]',
  response_count integer not null default 0 check (response_count >= 0),
  opens_at timestamptz(3),
  closes_at timestamptz(3),
  status text not null default 'open' check (status in ('draft', 'open', 'closed')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search text not null generated always as (steward_fold(title)) stored,
  deleted_at timestamptz(3),
  deleted_by uuid,
  version integer not null default 1,
  imported boolean not null default false
);
create index polls_created on polls (created_at desc, id desc) include (deleted_at);
create index polls_closes on polls (closes_at asc nulls last, id) include (deleted_at);
create index polls_closes_down on polls (closes_at desc nulls last, id desc) include (deleted_at);
create index polls_title on polls ((steward_fold(title) collate "C"), id) include (title, deleted_at);
create index polls_responses on polls (response_count desc, id desc) include (deleted_at);
create index polls_search on polls using gin (search gin_trgm_ops);
create index polls_trash on polls (deleted_at desc nulls last, id desc) where deleted_at is not null;

create table shopping_posts (
  id uuid primary key,
  title text not null check (length(title) between 1 and 200),
  description text check (length(description) <= 10000),
  -- Minor units; within what a JSON number carries exactly.
  price bigint not null check (price between 0 and 9007199254740991),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  seller_id uuid,
  images text[] not null default '{}',
  category_id uuid,
  status text not null default 'available' check (status in ('available', 'reserved', 'sold')),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  search text not null generated always as (steward_fold(title || chr(10) || coalesce(description, ''))) stored,
  deleted_by uuid,
  imported boolean not null default false
);
create index shopping_posts_created on shopping_posts (created_at desc, id desc) include (deleted_at);
create index shopping_posts_price on shopping_posts (price, id) include (deleted_at);
create index shopping_posts_title on shopping_posts ((steward_fold(title) collate "C"), id) include (title, deleted_at);
create index shopping_posts_seller on shopping_posts (seller_id, created_at desc, id desc);
create index shopping_posts_seller_kept on shopping_posts (seller_id, created_at desc, id desc) where deleted_at is null;
create index shopping_posts_category on shopping_posts (category_id, created_at desc, id desc);
create index shopping_posts_images on shopping_posts using gin (images) where images <> '{}';
create index shopping_posts_search on shopping_posts using gin (search gin_trgm_ops);
create index shopping_posts_trash on shopping_posts (deleted_at desc nulls last, id desc) where deleted_at is not null;
