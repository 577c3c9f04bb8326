"""What stands in a file, as what can be compared: rows, and sums of columns."""

import csv
import decimal
import gzip
import json
import xml.etree.ElementTree as ET
import zipfile

csv.field_size_limit(1 << 30)


def cents(text):
    """An amount; some writers put down the noise of a binary number."""
    return decimal.Decimal(text).quantize(decimal.Decimal("0.01"))


def of_rows(rows):
    """Rows, and the sums of what the supplier and the buyer pay, and of the stock."""
    drop = rrp = decimal.Decimal(0)
    count = stock = 0
    heading = next(rows)
    at = {name: heading.index(name) for name in ("drop_price", "rrp", "quantity")}
    for row in rows:
        count += 1
        drop += cents(row[at["drop_price"]])
        rrp += cents(row[at["rrp"]])
        stock += int(row[at["quantity"]])
    return count, drop, rrp, stock


def of_csv(file):
    opened = gzip.open(file, "rt", newline="", encoding="utf-8-sig") if file.suffix == ".gz" else open(
        file, newline="", encoding="utf-8-sig")
    with opened as f:
        return of_rows(csv.reader(f))


def of_yml(file):
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


def of_xlsx(file):
    return of_rows(rows_xlsx(file))


def of_inspection(said):
    """Rows and pieces of what `inspect --json` found in an order file."""
    orders = json.loads(said.read_text())["orders"]
    return sum(len(o["rows"]) for o in orders), sum(item["quantity"] for o in orders for item in o["items"])


def of_reader(said):
    """The same as the peers print it."""
    found = json.loads(said.read_text())
    return found["rows"], found["pieces"]
