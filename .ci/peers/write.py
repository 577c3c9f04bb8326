"""Writes rows of a text with tabs into a workbook by XlsxWriter in constant memory.

usage: write.py ROWS.tsv FILE
"""

import sys

import xlsxwriter

NUMBERS = {8, 9, 10, 11, 13, 14, 15}
with open(sys.argv[1], encoding="utf-8") as rows, xlsxwriter.Workbook(sys.argv[2], {"constant_memory": True}) as book:
    sheet = book.add_worksheet("Sheet1")
    for number, row in enumerate(rows):
        for column, cell in enumerate(row.rstrip("\n").split("\t")):
            if number > 0 and column in NUMBERS:
                sheet.write_number(number, column, float(cell))
            else:
                sheet.write_string(number, column, cell)
