#!/bin/sh
# Tries a compose project as docs/production.md does, and takes it away again: started from nothing, asked over TLS, backed up,
# restored aside, replaced and killed under requests. Needs Docker, Compose 2.24 or newer, and the ports 80 and 443.
# sh deploy/compose/try.sh one-machine|two-instances [IMAGE]
# shellcheck disable=SC2086 # $stewards are several
set -eu
project=$1
STEWARD_IMAGE=${2:-steward:local}
COMPOSE_PROJECT_NAME=steward-try
STEWARD_HOST=localhost
OWNER_EMAIL=owner@example.com
# Nobody is there.
SMTP_URL=smtp://127.0.0.1:587
export STEWARD_IMAGE COMPOSE_PROJECT_NAME STEWARD_HOST OWNER_EMAIL SMTP_URL

folder=$(mktemp -d)
clean() {
  docker compose down --volumes --timeout 20 >/dev/null 2>&1 || true
  docker volume rm --force steward-try-rehearsal >/dev/null 2>&1 || true
  # Files of the backup belong to the image's account.
  docker run --rm --user 0 --volume "$folder:/folder" --entrypoint node "$STEWARD_IMAGE" \
    -e "fs.rmSync('/folder/deploy', { recursive: true, force: true })" || true
  rmdir "$folder"
}
trap clean EXIT
cp -R "$(dirname "$0")/.." "$folder/deploy"
cd "$folder/deploy/compose/$project"

begun=$(date +%s)
step() { echo "$(($(date +%s) - begun)) s: $*"; }
ask() { curl --silent --show-error --fail --max-time 60 --cacert "$folder/deploy/root.crt" "https://localhost$1"; }

sh ../make-secrets.sh
# As `sudo install -d -o 1000 -g 1000 -m 0700 backups` makes it, for who has Docker but not root.
mkdir -m 0777 backups
stewards=$(docker compose config --services | grep '^steward')
docker compose up --detach --wait --quiet-pull $stewards caddy
docker compose exec -T caddy cat /data/caddy/pki/authorities/local/root.crt >../../root.crt
ask /health/ready >/dev/null
ask / >../../page.html
grep -q '<title>' ../../page.html
docker compose logs $stewards | grep -q 'shown only once'
step 'healthy, and asked over TLS'

first=$(echo "$stewards" | head -n 1)
# Within the container `localhost` is neither the proxy nor a mail server.
docker compose exec -T "$first" steward check >../../check.txt || true
if grep '^  wrong ' ../../check.txt | grep -vE '^  wrong  (proxy|mail)'; then exit 1; fi
step 'steward check finds nothing wrong'

docker compose run --rm -T backup --keep 2
backup=$(docker compose run --rm -T --entrypoint node backup -p "fs.readdirSync('/backups').filter((name) => name.endsWith('.tar.gz')).at(-1)" | tr -d '\r')
docker run --rm --volume steward-try-rehearsal:/data --volume "$PWD/backups:/backups:ro" --entrypoint steward \
  "$STEWARD_IMAGE" restore "/backups/$backup" --verify | grep 'Every table and every file is as it is in the backup'
step 'backed up, and restored aside'

under_requests() { # COMMAND...
  (until [ -e ../../enough ]; do ask / >/dev/null || echo refused >>../../refused; done) &
  requests=$!
  "$@"
  sleep 15
  touch ../../enough
  wait "$requests"
  rm ../../enough
  if [ -e ../../refused ]; then
    echo "$(wc -l <../../refused) requests were refused" >&2
    exit 1
  fi
}
for service in $stewards; do
  under_requests docker compose up --detach --force-recreate --no-deps "$service"
done
step 'replaced, and every request answered'
if [ "$first" != "$(echo "$stewards" | tail -n 1)" ]; then
  under_requests docker compose kill --signal KILL "$first"
  step 'an instance killed, and every request answered'
fi
