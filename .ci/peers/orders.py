"""Order files: what is read of them, and their making."""

import subprocess

import bench
import sums

HEADINGS = ["Номер замовлення", "ПІБ", "Телефон", "Місто", "Відділення", "Артикул", "Кількість", "Ціна"]


def rows(n, begin=""):
    """Orders of one row each; begin stands before their numbers."""
    for i in range(n):
        yield [f"{begin}{i}", "Коваль Олена", f"+380670{i % 1000000:06d}", "Київ", f"Відділення №{i % 300 + 1}", f"KB-{i % 90 + 10}",
               str(i % 5 + 1), f"{100 + i % 900},50"]


def write_csv(file, n, begin=""):
    with open(file, "w", encoding="utf-8") as out:
        print(*HEADINGS, sep=";", file=out)
        for row in rows(n, begin):
            print(*row, sep=";", file=out)


def tasks(b):
    """Reading alone: nothing is posted."""
    text, book = b.work / "orders.csv", b.work / "orders.xlsx"
    write_csv(text, b.rows)
    with open(b.work / "orders.tsv", "w", encoding="utf-8") as out:
        for row in [HEADINGS, *rows(b.rows)]:
            print(*row, sep="\t", file=out)
    found = b.rows, sum(int(row[6]) for row in rows(b.rows))
    subprocess.run([b.work / "plain", "rows", b.work / "orders.tsv", book], check=True)
    out = [bench.Task("cells of an order file, CSV", found, [
        bench.Program("dropbridge's reader, cells alone", [b.work / "cells", text, "Кількість"], sums.of_reader),
        bench.Program("Python's csv", ["python3", b.source / "read.py", "csv", text], sums.of_reader, goal=2.5)]),
           bench.Task("cells of an order file, XLSX", found, [p for p in (
               bench.Program("dropbridge's reader, cells alone", [b.work / "cells", book, "Кількість"], sums.of_reader),
               b.have("node", "exceljs") and bench.Program("exceljs", ["node", "read.mjs", book], sums.of_reader, goal=0.8),
               b.have("python3", "openpyxl") and bench.Program("openpyxl", ["python3", b.source / "read.py", "openpyxl", book],
                                                               sums.of_reader)) if p])]
    for name, file in (("CSV", text), ("XLSX", book)):  # beside the cells alone: what it takes to understand the rows
        out.append(bench.Task(f"an order file, {name}, understood", found, [
            bench.Program("dropbridge inspect", [b.work / "dropbridge", "inspect", "--json", file], sums.of_inspection),
            bench.Program("dropbridge's reader, cells alone", [b.work / "cells", file, "Кількість"], sums.of_reader)]))
    return out
