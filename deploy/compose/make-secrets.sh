#!/bin/sh
# Makes the secrets of a compose project once: sh ../make-secrets.sh [FOLDER]. What is there stays as it is.
# The folder is for you alone; its files can be read by each container that is given them, whatever its account.
set -eu
folder=${1:-secrets}
mkdir -p "$folder"
chmod 0700 "$folder"
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
keep() { # NAME CONTENT
  if [ ! -e "$folder/$1" ]; then printf '%s' "$2" >"$folder/$1"; fi
  chmod 0644 "$folder/$1"
}
keep secret-key "$(random)$(random)"
keep postgres-password "$(random)"
keep replication-password "$(random)"
keep steward-password "$(random)"
password=$(cat "$folder/steward-password")
# One machine asks the database itself. Two instances ask it through the pooler, and listen to it directly.
keep database-url "postgres://steward:$password@postgres:5432/steward"
keep pooler-url "postgres://steward:$password@pooler:6432/steward"
keep read-url "postgres://steward:$password@replica:5432/steward"
keep pooler-users "$(printf '"steward" "%s"' "$password")"
storage=$(random)
keep storage-identities "{\"identities\":[{\"name\":\"steward\",\"actions\":[\"Admin\"],\"credentials\":[{\"accessKey\":\"steward\",\"secretKey\":\"$storage\"}]}]}"
keep storage-url "http://steward:$storage@storage:9000/steward?region=us-east-1&style=path&tls=off"
# The alerts' mail server's, which only you know.
keep mail-password ""
