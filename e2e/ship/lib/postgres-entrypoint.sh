#!/bin/bash
# Does for docker-compose.yml what the official image's entry point does: creates the database when
# there is none, with the arguments given, by a server that listens on its socket only; runs what lies
# in /docker-entrypoint-initdb.d; and becomes the server.
set -euo pipefail

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chmod 700 "$PGDATA"
  # shellcheck disable=SC2086 # these are several arguments
  initdb --username=postgres --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") -D "$PGDATA" $POSTGRES_INITDB_ARGS
  printf '\nhost all all all scram-sha-256\n' >>"$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  for script in /docker-entrypoint-initdb.d/*.sh; do
    POSTGRES_USER=postgres PGPASSWORD="$POSTGRES_PASSWORD" bash "$script"
  done
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@" -c 'listen_addresses=*'
