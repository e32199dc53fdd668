#!/bin/sh
# Run once by the image of PostgreSQL, after init-database.sh: lets the replica follow.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  -v password="$(cat /run/secrets/replication-password)" <<'SQL'
create role replica replication login password :'password';
SQL
echo 'host replication replica all scram-sha-256' >>"$PGDATA/pg_hba.conf"
