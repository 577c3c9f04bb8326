"""Asks the daemon and its supplier over HTTP, as .ci/packaging/under-systemd needs it.

usage: ask.py supplier | put NAME | settings | config OLD NEW
"""
import html
import http.cookiejar
import json
import re
import sys
import urllib.parse
import urllib.request

DAEMON = "http://127.0.0.1:8080"


def ask(address, data=None, method=None, **headers):
    """The text of an answer, after following where it leads."""
    request = urllib.request.Request(address, data, headers, method=method)
    return opener.open(request, timeout=30).read().decode()


def form(text, act):
    """The hidden fields of the form of a page that does act."""
    for found in re.findall(r"<form.*?</form>", text, re.S):
        fields = {n: html.unescape(v) for n, v in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', found)}
        if fields.get("act") == act and (act or re.search(r'<textarea[^>]* name="text"', found)):
            return fields, found
    sys.exit(f"no form for {act}:\n{text}")


opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
match sys.argv[1:]:
    case ["supplier"]:
        orders = json.loads(ask("http://127.0.0.1:8765/api/orders?per_page=200", Authorization="Bearer abcdef0123456789"))["data"]
        if len({o["external_id"] for o in orders}) != len(orders):
            sys.exit("an order stands there twice")
        print(len(orders))
    case ["put", name]:
        key = re.search(r"[A-Z2-7]{26}", open("key").read()).group()
        text = open("orders.csv", encoding="utf-8").read().replace("\n20", "\n40")
        ask(f"{DAEMON}/inbox/-/{name}", text.encode(), "PUT", Authorization=f"Bearer {key}")
    case ["settings"]:
        print(html.unescape(ask(DAEMON + "/settings")))
    case ["config", old, new]:
        fields, found = form(ask(DAEMON + "/settings"), None)
        text = html.unescape(re.search(r'<textarea[^>]* name="text"[^>]*>(.*?)</textarea>', found, re.S).group(1))
        fields["text"] = text.replace(old, new)
        proposed = ask(DAEMON + "/settings", urllib.parse.urlencode(fields).encode())
        fields, _ = form(proposed, "save_config")
        print(ask(DAEMON + "/act", urllib.parse.urlencode(fields).encode()))
