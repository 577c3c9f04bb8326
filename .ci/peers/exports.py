"""Feeds: the catalogue from pages over loopback to a published file."""

import json

import bench
import sums


def tasks(b, pages, url):
    (b.work / "default.yaml").write_text(f'supplier: {{base_url: "{url}"}}\n')
    (b.work / "foreign.yaml").write_text(f'supplier: {{base_url: "{url}", mapping: "{b.source}/foreign.yaml"}}\n')
    rows = rows_file(b.work / "rows.tsv", pages)
    return [csv(b, pages, url), packed(b, pages), foreign(b), yml(b, url), xlsx(b, url), writer(b, rows)]


def ours(b, template, out, *flags, config="default"):
    return [b.work / "dropbridge", "export", "--config", f"{config}.yaml", "--template", template, "--out", out, "--private", *flags]


def feed(b, name, command, out, read, **more):
    file = b.work / out
    return bench.Program(name, command, lambda _: read(file), out=file, **more)


def task(b, name, *programs):
    """A task of feeds: all of the catalogue has to be found, with the sums of the first program."""
    def whole(program):
        read = program.found

        def found(said):
            it = read(said)
            return it if it[0] == b.products else (it, f"of {b.products} products")
        program.found = found
        return program
    return bench.Task(name, None, [whole(p) for p in programs if p])


def csv(b, pages, url):
    ndjson = pages / "products.ndjson"
    return task(b, "CSV",
                feed(b, "dropbridge", ours(b, b.source / "table.csv.yaml", "ours.csv"), "ours.csv", sums.of_csv),
                b.have("node", "@duckdb/node-api") and feed(
                    b, "DuckDB, from NDJSON on the disk", ["node", "duckdb.mjs", ndjson, "duck.csv"], "duck.csv", sums.of_csv, goal=1.8),
                b.have("php") and feed(b, "PHP json_decode + fputcsv", ["php", b.source / "peer.php", "csv", url, "php.csv"], "php.csv",
                                       sums.of_csv, goal=3.5),
                feed(b, "encoding/json + encoding/csv", [b.work / "plain", "csv", url, "plain.csv"], "plain.csv", sums.of_csv, goal=6),
                feed(b, "cat in, cp out, sync", ["sh", "-c", f"cat '{ndjson}' >/dev/null && cp plain.csv floor.csv && sync floor.csv"],
                     "floor.csv", sums.of_csv, goal=0.25))


def packed(b, pages):
    pipe = (f"rm -f duck.pipe && mkfifo duck.pipe && (pigz -p2 -6 <duck.pipe >duck.csv.gz & "
            f"node duckdb.mjs '{pages / 'products.ndjson'}' duck.pipe; wait)")
    return task(b, "CSV and its .gz",
                feed(b, "dropbridge", ours(b, b.source / "table.csv.yaml", "packed.csv", "--gzip"), "packed.csv.gz", sums.of_csv),
                b.have("node", "@duckdb/node-api") and b.have("pigz") and feed(
                    b, "DuckDB piped into pigz -p2 -6", ["sh", "-c", pipe], "duck.csv.gz", sums.of_csv, goal=2.5))


def foreign(b):
    table = b.source / "table.csv.yaml"
    return task(b, "CSV of a supplier with other names",
                feed(b, "dropbridge, the contract's names", ours(b, table, "ours.csv"), "ours.csv", sums.of_csv),
                feed(b, "dropbridge, a mapping", ours(b, table, "foreign.csv", config="foreign"), "foreign.csv", sums.of_csv,
                     goal=1.5, ceiling=True))


def yml(b, url):
    return task(b, "YML",
                feed(b, "dropbridge", ours(b, "yml", "ours.yml"), "ours.yml", sums.of_yml),
                b.have("php", "XMLWriter") and feed(b, "PHP XMLWriter", ["php", b.source / "peer.php", "yml", url, "php.yml"], "php.yml", sums.of_yml,
                                       goal=3.8),
                feed(b, "encoding/json + encoding/xml", [b.work / "plain", "yml", url, "plain.yml"], "plain.yml", sums.of_yml, goal=7),
                b.have("xmllint") and feed(b, "xmllint --stream reads it", ["xmllint", "--stream", "--noout", "ours.yml"], "ours.yml",
                                           sums.of_yml, goal=2))


def xlsx(b, url):
    return task(b, "XLSX, 20 columns",
                feed(b, "dropbridge", ours(b, b.source / "table.xlsx.yaml", "ours.xlsx"), "ours.xlsx", sums.of_xlsx),
                b.have("node", "exceljs") and feed(b, "exceljs", ["node", "exceljs.mjs", url, "exceljs.xlsx"], "exceljs.xlsx", sums.of_xlsx,
                                                   goal=9),
                feed(b, "encoding/json + excelize's StreamWriter", [b.work / "plain", "xlsx", url, "plain.xlsx"], "plain.xlsx", sums.of_xlsx,
                     goal=9))


def writer(b, rows):
    def peer(name, command, out, goal=6):
        return feed(b, name, [*command, rows, out], out, sums.of_xlsx, goal=goal)
    if not (b.work / "cwriter").exists():
        b.miss("libxlsxwriter")
    return task(b, "XLSX, the writer alone at level 5",
                feed(b, "dropbridge's encoder", [b.work / "writer", rows, "writer.xlsx", "5"], "writer.xlsx", sums.of_xlsx),
                (b.work / "cwriter").exists() and peer("libxlsxwriter, constant_memory", [b.work / "cwriter"], "cwriter.xlsx"),
                b.have("python3", "xlsxwriter") and peer("Python XlsxWriter, constant_memory", ["python3", b.source / "write.py"],
                                                         "pywriter.xlsx", goal=None))


def rows_file(file, pages):
    """The catalogue as rows of 20 columns between tabs, for writers that read no JSON."""
    headings = ["id", "sku", "name", "description", "brand", "barcode", "category", "currency", "drop_price", "rrp", "min_order_quantity",
                "quantity", "availability", "tier_1_price", "tier_2_price", "tier_3_price", "image_1", "image_2", "image_3", "url"]
    with open(pages / "products.ndjson", encoding="utf-8") as lines, open(file, "w", encoding="utf-8") as out:
        print(*headings, sep="\t", file=out)
        for p in map(json.loads, lines):
            p["category"] = " > ".join(p["category"]["path"])
            p["description"] = p["description"].replace("\n", " ")
            for i in range(3):
                p[f"tier_{i + 1}_price"], p[f"image_{i + 1}"] = p["wholesale_tiers"][i]["price"], p["images"][i]
            print(*(p[h] for h in headings), sep="\t", file=out)
    return file
