"""A bot program that validates each line of its input against docs/protocol.schema.json.

python validating_bot.py SCHEMA LOG; writes one log line per message, with the errors found.
"""

import json
import sys

from jsonschema import Draft202012Validator

with open(sys.argv[1]) as file:
    schema = Draft202012Validator(json.load(file))

with open(sys.argv[2], "a") as log:
    for line in sys.stdin:
        message = json.loads(line)
        wrong = [f"{list(error.absolute_path)}: {error.message}" for error in schema.iter_errors(message)]
        what = sorted({message["type"], *(happened["what"] for happened in message.get("since", []))})
        print(json.dumps({"wrong": wrong[:3], "what": what}), file=log, flush=True)
        if message["type"] == "decide":
            print(json.dumps({"action": message["offered"][0]}), flush=True)
