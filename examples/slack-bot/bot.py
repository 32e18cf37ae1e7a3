"""A bot built with Slack's own libraries, which orders the croissants of ../kiosk.

It is told its task by Slackbot, asks the buyer for the price, has the order approved by the owner, uploads it, and says
so. All that is particular to Workaday is the base_url, and the two lines that end the run.
"""

import os
import re
import threading

from slack_bolt import App, Say
from slack_bolt.adapter.socket_mode import SocketModeHandler
from slack_sdk import WebClient


def build(client: WebClient, over: threading.Event) -> App:
    """The bot. ``over`` is set when the run has ended."""
    # It acknowledges an event when it is done with it: the run then depends on nothing but what the bot does.
    app = App(client=client, process_before_response=True)
    team = {user["profile"]["title"]: user["id"] for user in client.users_list()["members"]}
    found: dict[str, str] = {}

    @app.message(re.compile("A task from"))
    def begin() -> None:
        client.chat_postMessage(channel=team["Buyer"], text="What does one croissant cost?")

    @app.message(re.compile(r"(\d+\.\d\d) EUR"))
    def answered(context: dict[str, list[str]], message: dict[str, str]) -> None:
        if message["user"] == team["Buyer"] and "price" not in found:
            found["price"] = f"A croissant costs {context['matches'][0]} EUR."
            ask = f"Do you approve the croissant order, 180 EUR? {found['price']}"
            client.chat_postMessage(channel=team["Owner"], text=ask)

    @app.event("message")
    def anything_else(message: dict[str, str], say: Say) -> None:
        if message["text"].startswith("It is over"):
            over.set()
        elif message["user"] == team["Owner"] and "price" in found:
            client.files_upload_v2(filename="order.md", content=found["price"])
            say("Thank you. The order is in /order.md.")
            client.api_call("workaday.act", json={"action": "desk.finish"})

    return app


if __name__ == "__main__":
    missing = [name for name in ("SLACK_BASE_URL", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN") if not os.environ.get(name)]
    if missing:
        raise SystemExit(f"set {', '.join(missing)}: `workaday serve SCENARIO --slack HOST:PORT` prints what to set")
    stop = threading.Event()
    bot = build(WebClient(os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_BASE_URL"]), stop)
    SocketModeHandler(bot, os.environ["SLACK_APP_TOKEN"]).connect()
    stop.wait()
