-- The audit log: every change, one entry each, written in the transaction of the change. Nothing of it
-- is ever changed or deleted.
create table audit_entries (
  -- In the order of writing; the order of `at` too, unless the clock was set back.
  id bigint generated always as identity primary key,
  at timestamptz(3) not null default clock_timestamp(),
  -- As they were called at the time; without references, so that nothing in here depends on what is
  -- deleted for good.
  actor_id uuid,
  actor_name text,
  role_id uuid,
  role_name text,
  through text not null check (through in ('api', 'command line', 'import', 'job', 'setup')),
  address text,
  action text not null check (action in (
    'create', 'update', 'status', 'image', 'delete', 'restore', 'purge', 'undo', 'comment', 'keep',
    'sign-in', 'sign-in-failed', 'sign-out', 'session-end', 'export', 'import', 'job'
  )),
  area text not null,
  record_id uuid,
  title text,
  -- Columns of the record that changed; of a new one `after`, of one that is deleted `before` has all.
  before jsonb,
  after jsonb,
  -- What happened, where no column tells.
  detail text,
  -- What belongs together: a job, an import, all that one call changed.
  batch uuid,
  -- The entry that this one took back.
  undoes bigint,
  -- A batch entry: many new records of one batch in one entry, as an array of rows.
  records json,
  record_count integer not null default 1,
  search text not null generated always as (steward_fold(coalesce(title, ''))) stored,
  -- What `before` leaves out since it is internal: the version and times that the record
  -- had, and under `beside` columns of other records that moved with it (the sort keys of siblings).
  untold jsonb,
  -- Of which types the people are that an entry tells of, so that nobody reads of people whom they may not list:
  -- of a change of the type both. Null for other areas, and where nothing tells. Not among what is sealed, since the
  -- sealed columns tell the same, which `steward audit verify` looks at.
  person_types text[],
  -- Whether a browser or a script made the request that an entry tells of; null for other doors and for older entries.
  client text check (client in ('browser', 'script'))
);
create index audit_entries_at on audit_entries (at, id);
create index audit_entries_record on audit_entries (record_id, at, id) where record_id is not null;
create index audit_entries_actor on audit_entries (actor_id, at, id);
create index audit_entries_area on audit_entries (area, action, at, id);
create index audit_entries_batch on audit_entries (batch, id) where batch is not null;
create index audit_entries_search on audit_entries using gin (search gin_trgm_ops) where title is not null;
-- What somebody was called: few entries of people tell of another name.
create index audit_entries_renamed on audit_entries (at, record_id, id) where area = 'users' and before ? 'name';
-- What an entry is about: its area, and of people the types that it concerns. In the order of time for each, so that a
-- page of the few entries that somebody may see isn't looked for among all others. The types are never more than
-- three, and in the order of the alphabet.
create index audit_entries_subject on audit_entries ((
  area || coalesce(' ' || person_types[1], '') || coalesce(' ' || person_types[2], '')
    || coalesce(' ' || person_types[3], '')), at, id);

-- Which batch entry tells of the creation of a record, and where in it.
create table audit_frame_records (
  record_id uuid primary key,
  entry_id bigint not null,
  place integer not null
);
create index audit_frame_records_entry on audit_frame_records (entry_id, record_id);

-- Which entry took which back, and whether that is in effect: an undo that was undone itself isn't. Written with
-- the entry (`db/write/undo-depth.ts`), so that nobody has to follow a chain of undos to know.
create table audit_undos (
  undo_id bigint primary key,
  entry_id bigint not null,
  -- 1 for the undo of a change, 2 for the undo of that, and so on.
  level integer not null,
  in_effect boolean not null default true
);
create index audit_undos_in_effect on audit_undos (entry_id, undo_id) where in_effect;

-- The hash chain: each seal holds the digests of its entries, and a hash of them and of the seal
-- before. The first one follows 32 zero bytes.
create table audit_seals (
  no bigint primary key,
  at timestamptz(3) not null default clock_timestamp(),
  entries bigint[] not null,
  -- 32 bytes for each entry, in their order.
  digests bytea not null,
  previous bytea not null,
  hash bytea not null
);
create index audit_seals_last on audit_seals ((entries[cardinality(entries)]));

-- How far sealing is; one row. An entry of a transaction that ends late has a lower id than some that are
-- sealed: up to `settled` no more can come, and `above` are those sealed beyond it.
create table audit_sealing (
  only_row boolean primary key default true check (only_row),
  settled bigint not null default 0,
  above bigint[] not null default '{}',
  -- What settles next: as soon as the transactions that wrote entries when it was noted have ended.
  candidate bigint not null default 0,
  writers text[] not null default '{}'
);
insert into audit_sealing default values;

-- How many entries are sealed, so that a page of ten million costs no count.
create table audit_counts (
  day date not null,
  area text not null,
  action text not null,
  actor_id uuid,
  n bigint not null,
  person_types text[],
  unique nulls not distinct (day, area, action, actor_id, person_types)
);
