"""Reads an order file as a script does, and prints how many rows it has and the sum of its pieces.

usage: read.py csv|openpyxl FILE
"""

import csv
import json
import sys


def rows(way, file):
    if way == "csv":
        with open(file, newline="", encoding="utf-8") as f:
            yield from csv.reader(f, delimiter=";")
        return
    import openpyxl
    yield from openpyxl.load_workbook(file, read_only=True).active.iter_rows(values_only=True)


count = pieces = 0
of = rows(sys.argv[1], sys.argv[2])
at = next(of).index("Кількість")
for row in of:
    count += 1
    pieces += int(row[at])
json.dump({"rows": count, "pieces": pieces}, sys.stdout)
