#!/bin/sh
# Makes the cluster on the first start, then becomes the server.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA.draft"
  # shellcheck disable=SC2086
  initdb --pgdata="$PGDATA.draft" --username=postgres --pwfile="$POSTGRES_PASSWORD_FILE" $POSTGRES_INITDB_ARGS
  echo 'host all all all scram-sha-256' >>"$PGDATA.draft/pg_hba.conf"
  mv "$PGDATA.draft" "$PGDATA"
fi
exec "$@"
