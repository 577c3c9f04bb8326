"""How time, CPU and memory grow with what there is to do.

usage: growth.py WORK SOURCE LARGEST [REPORT.json]

LARGEST bounds products, orders, ledger entries and files in the inbox; without a bound they go up
to 1,000,000, 100,000, 1,000,000 and 20,000. With one, products go up to 5,000,000 and orders to
1,000,000, in files of 100,000. Each size runs once, from nothing kept, and what it has made is counted. The last column of time is how many times as long one piece takes as at the
smallest size: 1.0 is a straight line, less is what the start of a process costs.
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import bench
import orders
import posting
import process
import sums
import table

PRODUCTS = (10_000, 100_000, 1_000_000, 5_000_000)
ORDERS = (1_000, 10_000, 100_000, 1_000_000)
LONGEST = 100_000  # orders of one file
ENTRIES = (1_000, 10_000, 100_000, 1_000_000)
FILES = (10, 1_000, 20_000)
USUALLY = {PRODUCTS: 1_000_000, ORDERS: LONGEST}  # at most, where no bound is stated


class Growth:
    """The results, and how one is made."""

    def __init__(self, b):
        self.b, self.results = b, []

    def take(self, what, size, command, folder):
        """Runs a command, and gives the file with what it said."""
        said = self.b.work / "said"
        self.add(what, size, process.run(command, folder, self.b.environment, said))
        return said

    def add(self, what, size, taken):
        first = next((r for r in self.results if r["work"] == what), None)
        each = taken.seconds / size
        self.results.append(dict(work=what, size=size, seconds=taken.seconds, cpu=taken.cpu, peak_mb=taken.peak_mb, each=each,
                                 line=each / first["each"] if first else 1.0))

    def require(self, what, size, found, expected):
        if found != expected:
            sys.exit(f"{what}, {size}: {found} instead of {expected}")


def products(g, size):
    """The catalogue to each format."""
    pages = g.b.work / "pages-of"
    pages.mkdir()
    subprocess.run([g.b.work / "pages", "-lean", "-products", str(size), "-dir", pages], check=True)
    with process.serving(g.b.work / "pages", "-dir", pages, "-listen", "127.0.0.1:0") as url:
        folder = g.b.config("export", f'supplier: {{base_url: "{url}"}}\n')
        for name, template, read in (("csv", g.b.source / "table.csv.yaml", sums.of_csv), ("yml", "yml", sums.of_yml),
                                     ("xlsx", g.b.source / "table.xlsx.yaml", sums.of_xlsx)):
            out = folder / f"feed.{name}"
            g.take(f"products to {name}", size, [g.b.work / "dropbridge", "export", "--template", template, "--out", out, "--private"], folder)
            if name == "xlsx" and size > 1_000_000:  # the rest stands in further sheets
                continue
            g.require(name, size, read(out)[0], size)
    shutil.rmtree(folder)
    shutil.rmtree(pages)


def imports(g, size):
    """Orders of a file, or of several long ones, from the files to their results."""
    with process.serving(g.b.work / "supplier") as url:
        folder = g.b.config("import", f'supplier: {{base_url: "{url}"}}\n')
        files = [f"orders-{begin}.csv" for begin in range(0, size, LONGEST)]
        for n, file in enumerate(files):
            orders.write_csv(folder / file, min(size, LONGEST), f"{n}-")
        g.take("orders of files, imported", size, [g.b.work / "dropbridge", "import", *files], folder)
        g.require("orders", size, posting.seen(url), (size, size))
        g.take("the same files once more", size, [g.b.work / "dropbridge", "import", *files], folder)
        g.require("orders", size, posting.seen(url), (0, 0))
    shutil.rmtree(folder)


def books(g, size):
    """The ledger of a month as a workbook, all of whose entries are of that month."""
    with process.serving(g.b.work / "supplier", "-entries", size) as url:
        folder = g.b.config("books", f'supplier: {{base_url: "{url}"}}\n')
        command = [g.b.work / "dropbridge", "ledger", "--month", "2026-10", "--out", "book.xlsx", "--json", "--no-orders"]
        report = json.loads(g.take("ledger entries to a book", size, command, folder).read_text())
        whole, rest = divmod(size, 900)
        cents = 100 * size + whole * (899 * 900 // 2) + rest * (rest - 1) // 2
        g.require("entries and their sum", size, (report["entries"], report["closing"]), (size, f"{cents // 100}.{cents % 100:02d}"))
    shutil.rmtree(folder)


def inbox(g, size):
    """Files of one order each that wait in the inbox when `run` begins, until all have a result."""
    with process.serving(g.b.work / "supplier") as url:
        folder = g.b.config("inbox", f'supplier: {{base_url: "{url}"}}\nhttp: {{listen: "127.0.0.1:0"}}\n')
        (folder / "inbox").mkdir()
        for n in range(size):
            orders.write_csv(folder / "inbox" / f"{n}.csv", 1, f"{n}-")
        with open(folder / "log", "wb") as log:
            began = time.monotonic()
            run = subprocess.Popen([g.b.work / "dropbridge", "run"], cwd=folder, env=g.b.environment, stdout=log, stderr=log)
            results = folder / "results"
            while run.poll() is None and (not results.is_dir() or sum(".result." in f.name for f in os.scandir(results)) < size):
                time.sleep(0.2)
            seconds = time.monotonic() - began
            if run.returncode is not None:
                sys.exit((folder / "log").read_text())
            peak = process.peak_of(run.pid)
            run.send_signal(signal.SIGTERM)
            _, taken = process.wait(run, began)
        taken.seconds, taken.peak_mb = seconds, peak  # the end of the process left out
        g.add("files in the inbox", size, taken)
        g.require("orders of the inbox", size, posting.seen(url), (size, size))
    shutil.rmtree(folder)


def show(place, command, results):
    print(f"\n`{command}`: {table.heading(place)}\n")
    print("| work | size | seconds | of a straight line | CPU s | peak MB |\n| --- | --- | --- | --- | --- | --- |")
    for r in results:
        print(f"| {r['work']} | {r['size']:,} | {r['seconds']:.2f} | {r['line']:.2f} | {r['cpu']:.2f} | {r['peak_mb']:.0f} |")


def main():
    work, source, largest = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3])
    g = Growth(bench.Bench(work, source, 0))
    for sizes, measure in ((PRODUCTS, products), (ORDERS, imports), (ENTRIES, books), (FILES, inbox)):
        for size in sizes:
            if size <= (largest or USUALLY.get(sizes, size)):
                measure(g, size)
    works = list(dict.fromkeys(r["work"] for r in g.results))
    g.results.sort(key=lambda r: works.index(r["work"]))
    place, command = table.environment(), f".ci/bench --growth {largest or ''}".strip()
    show(place, command, g.results)
    if len(sys.argv) > 4:
        pathlib.Path(sys.argv[4]).write_text(json.dumps(dict(command=command, **place, results=g.results), indent=2))


if __name__ == "__main__":
    main()
