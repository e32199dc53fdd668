#!/bin/sh
# Run once by the image of PostgreSQL in an empty database: Steward's role owns its database and is no superuser.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  -v password="$(cat /run/secrets/steward-password)" <<'SQL'
create role steward login password :'password';
-- Behind a pooler Steward can't switch it off for its sessions.
alter role steward set jit = off;
create database steward owner steward encoding 'UTF8' template template0;
SQL
