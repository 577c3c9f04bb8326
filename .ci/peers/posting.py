"""Posting: orders over the same connections to the same stand-in of a supplier."""

import json
import re
import time
import urllib.request

import bench
import orders

CONNECTIONS = 8  # as many as an import has


def tasks(b, url, delay):
    """To a supplier who answers after a delay in milliseconds: the fewer orders, the longer each
    takes. Without a journal ours is the client."""
    count = b.orders // 10 if delay else b.orders
    url_of_posts = [url, count, CONNECTIONS]

    def everything(_):
        return seen(url)
    programs = [
        bench.Program("dropbridge's client", [b.work / "poster", "client", *url_of_posts], everything),
        bench.Program("net/http (a Go program)", [b.work / "poster", "plain", *url_of_posts], everything),
        b.have("wrk") and wrk(b, url, count),
    ]
    imports = folder(b, url, delay, count)
    safe = [
        bench.Program("dropbridge import, file to result", ["sh", "-c", "rm -rf state results inbox archive failed && ../dropbridge import orders.csv --json"], everything,
                      folder=imports),
        bench.Program("dropbridge's client, nothing kept", [b.work / "poster", "client", *url_of_posts], everything),
    ]
    return [bench.Task(f"posting, answers after {delay} ms", (count, count), [p for p in programs if p]),
            bench.Task(f"an import, answers after {delay} ms", (count, count), safe),
            surely(b, delay, count)]


def folder(b, url, delay, count):
    """Where imports of a supplier happen: a config and a file of orders."""
    made = b.config(f"import-{delay}", f'supplier: {{base_url: "{url}"}}\n')
    orders.write_csv(made / "orders.csv", count)
    return made


def seen(url):
    """How many orders the supplier got, and with how many numbers, since it was last asked."""
    with urllib.request.urlopen(f"{url}/seen") as answer:
        got = json.load(answer)
    return got["orders"], got["numbers"]


def wrk(b, url, count):
    """wrk posts for a time, not a number: its rate tells the seconds for as many orders."""
    def seconds(said):
        return count / float(re.search(r"Requests/sec:\s+([\d.]+)", said.read_text())[1])

    def found(said):
        text = said.read_text()
        time.sleep(0.5)  # what was under way when the time was over arrives
        got, numbers = seen(url)
        answered = int(re.search(r"(\d+) requests in", text)[1])
        fine = got == numbers and answered <= got <= answered + CONNECTIONS and "Non-2xx" not in text and "Socket errors" not in text
        return (count, count) if fine else text
    command = ["wrk", "-t2", f"-c{CONNECTIONS}", "-d2s", "-s", b.source / "post.lua", url]
    return bench.Program("wrk", command, found, goal=0.45, seconds=seconds)


def surely(b, delay, count):
    """BenchmarkPosting: 64 orders at once, with intent and result both on the disk and with neither."""
    def program(name, journal, **more):
        which = f"^BenchmarkPosting$/^latency={delay or '0'}{'ms' if delay else 's'}$/^journal={journal}$"
        command = [b.work / "importer.test", "-test.run", "^$", "-test.bench", which, "-test.benchtime", "1x"]

        def metric(said, unit):
            return float(re.search(rf"([\d.]+) {unit}", said.read_text())[1])

        def found(said):
            if journal == "yes" and metric(said, "commits/order") > 0.15:
                return "more than 0.15 commits an order"
            return "posted"
        return bench.Program(name, command, found, folder=b.source.parent.parent / "importer",
                             seconds=lambda said: count / metric(said, "orders/s"), **more)
    return bench.Task(f"64 orders at once, answers after {delay} ms", "posted", [
        program("intent and result on the disk", "yes"), program("without a journal", "no", goal=0.95 if delay else 0.5)])
