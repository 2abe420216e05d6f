"""What a program on PyPI's XenAPI, which speaks XML-RPC, does with a pool. It prints JSON."""

import json
import sys
import time

import XenAPI

member, coordinator = sys.argv[1:]
found = {}
try:
    XenAPI.Session(member, ignore_ssl=True).login_with_password("root", "secret", "1.0", "python")
except XenAPI.Failure as failure:
    found["member"] = failure.details[0]

session = XenAPI.Session(coordinator, ignore_ssl=True)
session.login_with_password("root", "secret", "1.0", "python")
api = session.xenapi
[guest] = api.VM.get_by_name_label("guest1")
record = api.VM.get_record(guest)
found["guest"] = {"state": record["power_state"], "vCpus": record["VCPUs_at_startup"]}
found["pools"] = len(api.pool.get_all_records())

api.VM.remove_from_VCPUs_params(guest, "weight")
api.VM.add_to_VCPUs_params(guest, "weight", "300")
found["params"] = api.VM.get_VCPUs_params(guest)

[pool] = api.pool.get_all()
token = api.event.inject("pool", pool)
api.VM.set_name_description(guest, "changed")
batch = getattr(api.event, "from")(["vm"], token, 5.0)
found["events"] = [[event["class"], event["operation"]] for event in batch["events"]]

[host] = [ref for ref, each in api.host.get_all_records().items() if each["name_label"] == "host2"]
task = api.Async.VM.pool_migrate(guest, host, {"live": "true"})
while api.task.get_status(task) == "pending":
    time.sleep(0.05)
found["task"] = api.task.get_status(task)
api.task.destroy(task)
found["movedTo"] = api.host.get_record(api.VM.get_resident_on(guest))["name_label"]

try:
    api.VM.add_to_VCPUs_params(guest, "weight", 5)
except XenAPI.Failure as failure:
    found["number"] = failure.details[0]
api.session.logout()
print(json.dumps(found))
