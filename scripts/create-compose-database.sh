#!/bin/sh
# Run once by the postgres image, when its volume is empty: a role that owns its database and can
# do no more, as on the embedded server. The password is not passed on a command line.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv password STEELYARD_DATABASE_PASSWORD
create role steelyard login password :'password';
create database steelyard owner steelyard;
SQL
