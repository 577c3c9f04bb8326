"""Times dropbridge's exports beside other programs that do the same work, in turn.

usage: measure.py PRODUCTS ROUNDS WORK SOURCE

WORK has the binaries dropbridge, pages and plain; SOURCE is the folder of this file. Each round
runs each program once, whole, on the same pages over loopback (DuckDB from NDJSON on the disk).
After the first round all outputs must have the same rows and sums. Prints medians: seconds, CPU
seconds, peak memory, and how many times as long as ours the others took. A peer that is not
installed is named. Writes the same as JSON to WORK/peers.json.
"""

import csv
import decimal
import gzip
import json
import os
import pathlib
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
import zipfile

csv.field_size_limit(1 << 30)


def sums_of_rows(rows):
    """Rows, and the sums of what the supplier and the buyer pay, and of the stock."""
    drop = rrp = decimal.Decimal(0)
    count = stock = 0
    heading = next(rows)
    at = {name: heading.index(name) for name in ("drop_price", "rrp", "quantity")}
    for row in rows:
        count += 1
        drop += decimal.Decimal(row[at["drop_price"]])
        rrp += decimal.Decimal(row[at["rrp"]])
        stock += int(row[at["quantity"]])
    return count, drop, rrp, stock


def sums_csv(file):
    opened = gzip.open(file, "rt", newline="", encoding="utf-8-sig") if file.suffix == ".gz" else open(
        file, newline="", encoding="utf-8-sig")
    with opened as f:
        return sums_of_rows(csv.reader(f))


def sums_yml(file):
    drop = rrp = decimal.Decimal(0)
    count = stock = 0
    for _, offer in ET.iterparse(file):
        if offer.tag != "offer":
            continue
        count += 1
        drop += decimal.Decimal(offer.findtext("drop_price"))
        rrp += decimal.Decimal(offer.findtext("price"))
        stock += int(offer.findtext("quantity_in_stock"))
        offer.clear()
    return count, drop, rrp, stock


def rows_xlsx(file):
    space = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
    with zipfile.ZipFile(file) as z:
        shared = []
        if "xl/sharedStrings.xml" in z.namelist():
            shared = ["".join(t.text or "" for t in item.iter(space + "t"))
                      for item in ET.parse(z.open("xl/sharedStrings.xml")).getroot()]
        with z.open("xl/worksheets/sheet1.xml") as sheet:
            for _, row in ET.iterparse(sheet):
                if row.tag != space + "row":
                    continue
                cells = []
                for cell in row.iter(space + "c"):
                    text = "".join(t.text or "" for t in cell.iter(space + "t"))
                    value = cell.findtext(space + "v")
                    if cell.get("t") == "s":
                        text = shared[int(value)]
                    elif value is not None:
                        text = value
                    cells.append(text)
                yield cells
                row.clear()


def sums_xlsx(file):
    return sums_of_rows(rows_xlsx(file))


def run(command, folder, environment):
    """Seconds, CPU seconds and peak megabytes of a whole process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    seconds = time.monotonic() - began
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"{' '.join(map(str, command))}\n{said.decode()}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, cpu, used.ru_maxrss / 1024


def main():
    products, rounds, work, source = int(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
    pages = work / "pages-of"
    pages.mkdir()
    subprocess.run([work / "pages", "-products", str(products), "-dir", pages], check=True)
    server = subprocess.Popen([work / "pages", "-dir", pages, "-listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True)
    try:
        measure(products, rounds, work, source, pages, server.stdout.readline().strip())
    finally:
        server.kill()


class Bench:
    """The tasks, each with its programs: ours first."""

    def __init__(self, work, source, pages, url):
        self.work, self.source, self.pages, self.url = work, source, pages, url
        self.tasks, self.missing = [], []
        (work / "default.yaml").write_text(f'supplier: {{base_url: "{url}"}}\n')
        (work / "foreign.yaml").write_text(f'supplier: {{base_url: "{url}", mapping: "{source}/foreign.yaml"}}\n')

    def ours(self, template, out, *flags, config="default"):
        return [self.work / "dropbridge", "export", "--config", f"{config}.yaml", "--template", template, "--out", out,
                "--private", *flags]

    def have(self, program, package=None):
        found = shutil.which(program) and (package is None or (self.work / "node_modules" / package).is_dir())
        if not found and (package or program) not in self.missing:
            self.missing.append(package or program)
        return found

    def task(self, name, sums, *programs):
        self.tasks.append((name, sums, [p for p in programs if p]))

    def table(self):
        of = self.source / "table.csv.yaml"
        ndjson = self.pages / "products.ndjson"
        have_duck = self.have("node", "@duckdb/node-api")
        have_php = self.have("php")
        duck = ["node", "duckdb.mjs", ndjson]
        self.task("CSV", sums_csv,
                  ("dropbridge", self.ours(of, "ours.csv"), "ours.csv"),
                  have_duck and ("DuckDB, from NDJSON on the disk", duck + ["duck.csv"], "duck.csv"),
                  have_php and ("PHP json_decode + fputcsv", ["php", self.source / "peer.php", "csv", self.url, "php.csv"], "php.csv"),
                  ("encoding/json + encoding/csv", [self.work / "plain", "csv", self.url, "plain.csv"], "plain.csv"),
                  ("cat in, cp out, sync", ["sh", "-c", f"cat '{ndjson}' >/dev/null && cp plain.csv floor.csv && sync floor.csv"], "floor.csv"))
        self.task("CSV and its .gz", sums_csv,
                  ("dropbridge", self.ours(of, "packed.csv", "--gzip"), "packed.csv.gz"),
                  have_duck and self.have("pigz") and ("DuckDB piped into pigz -p2 -6", ["sh", "-c",
                      f"rm -f duck.pipe && mkfifo duck.pipe && (pigz -p2 -6 <duck.pipe >duck.csv.gz & node duckdb.mjs '{ndjson}' duck.pipe; wait)"], "duck.csv.gz"))
        self.task("CSV of a supplier with other names", sums_csv,
                  ("dropbridge, the contract's names", self.ours(of, "ours.csv"), "ours.csv"),
                  ("dropbridge, a mapping", self.ours(of, "foreign.csv", config="foreign"), "foreign.csv"))
        self.task("YML", sums_yml,
                  ("dropbridge", self.ours("yml", "ours.yml"), "ours.yml"),
                  have_php and ("PHP XMLWriter", ["php", self.source / "peer.php", "yml", self.url, "php.yml"], "php.yml"),
                  ("encoding/json + encoding/xml", [self.work / "plain", "yml", self.url, "plain.yml"], "plain.yml"),
                  self.have("xmllint") and ("xmllint --stream reads it", ["xmllint", "--stream", "--noout", "ours.yml"], "ours.yml"))
        self.task("XLSX, 20 columns", sums_xlsx,
                  ("dropbridge", self.ours(self.source / "table.xlsx.yaml", "ours.xlsx"), "ours.xlsx"),
                  self.have("node", "exceljs") and ("exceljs", ["node", "exceljs.mjs", self.url, "exceljs.xlsx"], "exceljs.xlsx"),
                  ("encoding/json + excelize's StreamWriter", [self.work / "plain", "xlsx", self.url, "plain.xlsx"], "plain.xlsx"))


def measure(products, rounds, work, source, pages, url):
    environment = dict(os.environ, DROPBRIDGE_TOKEN="bench")
    for script in ("duckdb.mjs", "exceljs.mjs"):  # where node finds its packages
        shutil.copy(source / script, work)
    bench = Bench(work, source, pages, url)
    bench.table()
    results = []
    for name, sums, programs in bench.tasks:
        taken = {program: [] for program, _, _ in programs}
        for round_ in range(rounds):
            for program, command, out in programs:
                taken[program].append(run(command, work, environment))
            if round_ == 0:
                compare(name, products, sums, work, programs)
        for program, _, out in programs:
            seconds, cpu, memory = (statistics.median(column) for column in zip(*taken[program]))
            results.append(dict(task=name, program=program, seconds=seconds, cpu=cpu, peak_mb=memory,
                                bytes=(work / out).stat().st_size))
    show(products, rounds, results, bench.missing)
    (work / "peers.json").write_text(json.dumps(results, indent=2))


def compare(name, products, sums, work, programs):
    first = None
    for program, _, out in programs:
        found = sums(work / out)
        first = first or found
        if found != first or found[0] != products:
            sys.exit(f"{name}: {program} has {found}, {programs[0][0]} has {first}, of {products} products")


def show(products, rounds, results, missing):
    print(f"\n{products} products, {os.cpu_count()} cores, {platform.machine()}, medians of {rounds} rounds in turn\n")
    print("| work | program | seconds | × ours | CPU s | × ours | peak MB | file MB |\n| --- | --- | --- | --- | --- | --- | --- | --- |")
    ours = {}
    for r in results:
        own = ours.setdefault(r["task"], r)
        print(f"| {r['task']} | {r['program']} | {r['seconds']:.2f} | {r['seconds'] / own['seconds']:.1f} | {r['cpu']:.2f} "
              f"| {r['cpu'] / own['cpu']:.1f} | {r['peak_mb']:.0f} | {r['bytes'] / 1e6:.1f} |")
    for peer in missing:
        print(f"not installed: {peer}")


if __name__ == "__main__":
    main()
