#!/usr/bin/env bash
# Goes through the whole REST API with curl: from an empty installation to weights that are applied
# on a host and rolled back, and to a host that is watched under a policy. A test runs this script
# unchanged.
#
#   SETUP_TOKEN=... PASSWORD=... docs/guides/walkthrough.sh RECORDING ADDRESS PORT USER
#
# RECORDING   a folder such as samples/paper-table3-equal
# ADDRESS...  where Domain-0 listens for SSH, and the account to use
# SETUP_TOKEN from the one-time link that the first start prints
# PASSWORD    for the administrator to be created; required again to apply a plan
# ON_KEY      optional program that installs the authorized_keys line given as its argument;
#             without it the script waits until you have done so
set -euo pipefail

api=${STEELYARD_API:-http://localhost:4000/api/v1}
recording=$1 address=$2 port=$3 user=$4
cookies=$(mktemp)
trap 'rm -f "$cookies"' EXIT

# --- helpers: call the API, pick a value from an answer, wait for a job ------------------------------

# call METHOD PATH [JSON]: prints the answer; a problem+json answer goes to stderr and ends the script.
call() {
  curl --silent --show-error --fail-with-body --request "$1" "$api$2" \
    --header "Authorization: Bearer ${token:-}" \
    ${3:+--header 'Content-Type: application/json' --data "$3"} || { echo >&2; exit 1; }
}

# pick EXPRESSION: reads JSON and prints the value of the JavaScript expression (`it` is the answer).
pick() {
  node -e "let t='';process.stdin.on('data',d=>t+=d).on('end',()=>{const it=JSON.parse(t);console.log($1)})"
}

# follow JOB: prints the job's progress from its server-sent events; fails unless the job succeeds.
follow() {
  curl --silent --show-error --no-buffer --header "Authorization: Bearer $token" "$api/jobs/$1/events" |
    sed -n 's/^data: //p' | pick_each '`  ${it.kind}: ${it.state} ${it.progress?.stage ?? ""}`' | uniq
  local state
  state=$(call GET "/jobs/$1" | pick 'it.state')
  [ "$state" = succeeded ] || { call GET "/jobs/$1" | pick 'JSON.stringify(it.error)' >&2; exit 1; }
}
pick_each() {
  node -e "require('node:readline').createInterface({input:process.stdin}).on('line',l=>{const it=JSON.parse(l);console.log($1)})"
}

# --- 1. the administrator, and a token for this script -----------------------------------------------

echo '1. Create the administrator and a token'
curl --silent --show-error --fail-with-body --output /dev/null --cookie-jar "$cookies" \
  --header 'Content-Type: application/json' "$api/setup" --data @- <<JSON
{ "token": "$SETUP_TOKEN", "email": "admin@example.org", "name": "Admin", "password": "$PASSWORD" }
JSON
token=$(curl --silent --show-error --fail-with-body --cookie "$cookies" \
  --header 'Content-Type: application/json' "$api/tokens" --data @- <<'JSON' | pick 'it.secret'
{ "name": "walkthrough", "scopes": ["hosts:read", "hosts:write", "uploads:read", "uploads:write",
  "analyses:read", "analyses:write", "plans:read", "plans:write", "plans:apply", "jobs:read"] }
JSON
)

# --- 2. upload: any number of files, each resumable (tus 1.0) ----------------------------------------

echo '2. Upload the recording'
host=$(call POST /hosts "{ \"name\": \"$(basename "$recording")\" }" | pick 'it.id')
upload=$(call POST /uploads "{ \"name\": \"walkthrough\", \"hostId\": \"$host\" }" | pick 'it.id')
(cd "$recording" && find . -type f -printf '%P\n' | sort) | while read -r file; do
  # One request carries a whole file. After a broken connection, HEAD on the Location returns how much
  # has arrived, and PATCH sends the rest.
  curl --silent --show-error --fail-with-body --output /dev/null --request POST "$api/uploads/$upload/files" \
    --header "Authorization: Bearer $token" \
    --header 'Tus-Resumable: 1.0.0' \
    --header "Upload-Length: $(stat -c %s "$recording/$file")" \
    --header "Upload-Metadata: filename $(printf %s "$file" | base64 -w 0)" \
    --header 'Content-Type: application/offset+octet-stream' \
    --data-binary "@$recording/$file"
done

# --- 3. what was recognised ---------------------------------------------------------------------------

echo '3. Recognise the files'
job=$(call POST "/uploads/$upload/inspect" | pick 'it.job.id')
follow "$job"
call GET "/uploads/$upload" | pick 'it.sources.map(s =>
  `  ${s.path}: ${s.title}${s.included ? "" : " (left out)"} ${s.domains.map(d => d.domain).join(", ")}`).join("\n")'
call GET "/uploads/$upload" | pick 'it.openQuestions.map(q => `  still open: ${q.text}`).join("\n")'
# Correct a source with PATCH /uploads/ID/sources/ID, for example
#   { "settings": { "durationUnit": "us" }, "domains": [{ "found": "vm1", "domain": "vm1" }] }

# --- 4. analyse ---------------------------------------------------------------------------------------

echo '4. Analyse against SLA targets'
started=$(call POST /analyses @- <<JSON
{ "hostId": "$host", "uploadIds": ["$upload"], "targets": [
  { "domain": "vm1", "responseTimeMs": 180, "throughputPerSecond": null },
  { "domain": "vm2", "responseTimeMs": 700, "throughputPerSecond": null },
  { "domain": "vm3", "responseTimeMs": 100, "throughputPerSecond": null } ] }
JSON
)
analysis=$(pick 'it.analysis.id' <<<"$started")
follow "$(pick 'it.job.id' <<<"$started")"
call GET "/analyses/$analysis" | pick '[
  `  ${it.result.verdict}: ${it.result.headline}`,
  `  ${it.result.recommendation.reason}`,
  ...it.result.recommendation.domains.map(d => `  ${d.domain}: weight ${d.weightBefore} -> ${d.weightAfter}`)
].join("\n")'
call GET "/analyses/$analysis/exports/errors?format=csv"

# What-if questions: the answer at once is provisional until the simulation, a job, has confirmed it.
question='{ "domains": [{ "domain": "vm1", "weight": 512 }] }'
echo '  What if vm1 had weight 512?'
call POST "/analyses/$analysis/forecasts" "$question" | pick 'it.domains.map(d =>
  `  ${d.domain}: ${d.now?.ms.toFixed(1)} -> ${d.then?.ms.toFixed(1)} ms, ${it.state}`).join("\n")'
started=$(call POST "/runs" "{
  \"question\": { \"kind\": \"what-if\", \"analysisId\": \"$analysis\", \"whatIf\": $question },
  \"replications\": 5
}")
follow "$(pick 'it.job.id' <<<"$started")"
call GET "/runs/$(pick 'it.run.id' <<<"$started")" | pick 'it.result.changes.map(({ domain, predictedThen: { ms, lowMs, highMs } }) =>
  `  ${domain}: ${ms.toFixed(1)} ms, simulated (${lowMs.toFixed(1)} to ${highMs.toFixed(1)})`).join("\n")'

# --- 5. connect the host ------------------------------------------------------------------------------

echo '5. Connect the host'
started=$(call PUT "/hosts/$host/connection" "{ \"address\": \"$address\", \"port\": $port, \"username\": \"$user\" }")
follow "$(pick 'it.job.id' <<<"$started")"
connection=$(call GET "/hosts/$host" | pick 'JSON.stringify(it.connection)')
echo "  Compare with the fingerprint on the host (ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub):"
echo "  $(pick 'it.offeredFingerprint' <<<"$connection")"
line=$(pick 'it.authorizedKeysLine' <<<"$connection")
if [ -n "${ON_KEY:-}" ]; then
  "$ON_KEY" "$line"
else
  printf '  Append to the authorized_keys of %s on %s, then press Enter:\n%s\n' "$user" "$address" "$line"
  read -r
fi
fingerprint=$(pick 'it.offeredFingerprint' <<<"$connection")
job=$(call POST "/hosts/$host/connection/confirm" "{ \"fingerprint\": \"$fingerprint\" }" | pick 'it.job.id')
follow "$job"

# --- 6. plan, apply, roll back -------------------------------------------------------------------------

echo '6. Plan'
started=$(call POST /plans "{ \"analysisId\": \"$analysis\" }")
plan=$(pick 'it.plan.id' <<<"$started")
follow "$(pick 'it.job.id' <<<"$started")"
planned=$(call GET "/plans/$plan")
pick 'it.commands.map(c => `  ${c}`).join("\n")' <<<"$planned"
pick 'it.reasons.map(r => `  ${r.severity}: ${r.text}`).join("\n")' <<<"$planned"

echo '7. Apply'
hash=$(pick 'it.hash' <<<"$planned")
started=$(call POST "/plans/$plan/apply" "{ \"hash\": \"$hash\", \"password\": \"$PASSWORD\" }")
application=$(pick 'it.application.id' <<<"$started")
follow "$(pick 'it.job.id' <<<"$started")"
call GET "/applications/$application" | pick '`  ${it.state}: ${it.statement}`'

echo '8. Roll back'
started=$(call POST "/applications/$application/rollback" "{ \"password\": \"$PASSWORD\" }")
follow "$(pick 'it.job.id' <<<"$started")"
call GET "/applications/$(pick 'it.application.id' <<<"$started")" | pick '`  ${it.state}: ${it.statement}`'

# --- 9. watch the host, and say what may be done when a target is missed -------------------------------

echo '9. Watch the host'
call PUT "/hosts/$host/watch" '{ "intervalSeconds": 10 }' >/dev/null
until [ "$(call GET "/hosts/$host/watch" | pick 'it.watch.storedTo !== null')" = true ]; do sleep 2; done
call GET "/hosts/$host/watch" | pick '`  ${it.watch.state}, observed up to ${it.watch.storedTo}`'
from=$(date --utc --date '-10 minutes' +%FT%TZ) to=$(date --utc +%FT%TZ)
call GET "/hosts/$host/watch/series?from=$from&to=$to" | pick 'it.domains.map(({ domain, points }) =>
  `  ${domain}: ${points.length} windows, newest ${points.at(-1)?.usedPCpus?.toFixed(2)} pCPUs`).join("\n")'

echo '10. Let the loop act within bounds, and stop it'
# Weights by at most 0.1 of the CPU at a time, on working days; nothing is written in a dry run.
call PUT "/hosts/$host/policy" '{ "mode": "automatic", "dryRun": true, "largestStep": 0.1,
  "timeZone": "Europe/Berlin", "windows": [{ "days": [1, 2, 3, 4, 5], "from": "08:00", "to": "18:00" }] }' |
  pick '`  ${it.statement}`'
# Whoever gives this grant answers for what is applied under it.
expires=$(date --utc --date '+30 days' +%FT%TZ)
call POST "/hosts/$host/policy/grant" "{ \"password\": \"$PASSWORD\", \"expiresAt\": \"$expires\" }" |
  pick '`  granted by ${it.givenBy} until ${it.expiresAt}`'
call POST /loop/stop '{ "reason": "maintenance" }' | pick '`  stopped by ${it.stop.stoppedBy}: ${it.stop.reason}`'
call GET "/hosts/$host/policy" | pick 'it.hindrances.map(h => `  ${h}`).join("\n")'
call POST /loop/resume '{}' >/dev/null
call GET "/recommendations?hostId=$host" | pick '`  ${it.data.length} recommendations`'
call GET "/journal?limit=5" | pick 'it.data.map(({ decision, text }) => `  ${decision}: ${text}`).join("\n")'
call DELETE "/hosts/$host/policy/grant"
call DELETE "/hosts/$host/watch"
