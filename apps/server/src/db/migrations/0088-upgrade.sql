-- Upgrading without a stop. `needs`: the migration that a server has to know to work with the schema after this one;
-- null where those of the version before go on working.
alter table schema_migrations add column needs text;

-- How far backfills are that have not come to their end.
create table schema_backfills (
  name text primary key,
  last text not null,
  rows bigint not null
);
