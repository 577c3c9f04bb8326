"""Times dropbridge beside other programs that do the same work, in turn.

usage: measure.py PRODUCTS ROUNDS WORK SOURCE [REPORT.json]

WORK has the built programs; SOURCE is the folder of this file. Each round runs each program once,
whole: feeds from the same pages over loopback (DuckDB from NDJSON on the disk), an order file, and
orders posted to the same stand-in of a supplier. What each run has made must have the same rows
and sums as that of the others. Prints medians, and how many times as long as ours the others took,
with the goal and whether it is reached. A peer that is not installed is named. The report has the
same as JSON.
"""

import json
import pathlib
import shutil
import subprocess
import sys

import bench
import exports
import orders
import posting
import process
import table

DELAYS = (0, 50)  # milliseconds until a supplier answers


def main():
    products, rounds, work, source = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
    pages = work / "pages-of"
    pages.mkdir()
    subprocess.run([work / "pages", "-products", str(products), "-dir", pages], check=True)
    for script in ("duckdb.mjs", "exceljs.mjs", "read.mjs"):  # where node finds its packages
        shutil.copy(source / script, work)
    b = bench.Bench(work, source, products)
    results = []
    with process.serving(work / "pages", "-dir", pages, "-listen", "127.0.0.1:0") as url:
        for task in exports.tasks(b, pages, url):
            results += b.measure(task, rounds)
    for task in orders.tasks(b):
        results += b.measure(task, rounds)
    for delay in DELAYS:
        with process.serving(work / "supplier", "-delay", f"{delay}ms") as url:
            for task in posting.tasks(b, url, delay):
                results += b.measure(task, rounds)
    place, limits = table.environment(), table.bounds(table.rate(results))
    command = f".ci/bench --peers {products} {rounds}"
    table.show(place, command, results, limits, b.missing)
    if len(sys.argv) > 5:
        report = dict(command=command, **place, results=results, limits=limits, missing=b.missing)
        pathlib.Path(sys.argv[5]).write_text(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
