#!/bin/sh
# Copies the primary at the first start, and follows it from then on.
set -eu
PGPASSWORD=$(cat /run/secrets/replication-password)
export PGPASSWORD
primary="host=${PRIMARY_HOST:-postgres} port=${PRIMARY_PORT:-5432} user=replica"
if [ ! -e "$PGDATA/PG_VERSION" ]; then
  # A slot keeps what the replica hasn't read yet; one of an earlier copy is used again.
  pg_basebackup -d "$primary" -D "$PGDATA" --slot replica --create-slot --write-recovery-conf --checkpoint fast ||
    pg_basebackup -d "$primary" -D "$PGDATA" --slot replica --write-recovery-conf --checkpoint fast
fi
# A new volume has the mode of the image's folder, which its own entrypoint would narrow.
chmod 0700 "$PGDATA"
exec postgres "$@"
