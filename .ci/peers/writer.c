/* Writes rows of a text with tabs into a workbook by libxlsxwriter in constant memory.
   usage: writer ROWS.tsv FILE */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xlsxwriter.h>

static int is_number(int column) { return (column >= 8 && column <= 11) || (column >= 13 && column <= 15); }

int main(int argc, char **argv) {
    FILE *in = argc == 3 ? fopen(argv[1], "r") : NULL;
    if (!in) return 2;
    lxw_workbook_options options = {.constant_memory = LXW_TRUE};
    lxw_workbook *book = workbook_new_opt(argv[2], &options);
    lxw_worksheet *sheet = workbook_add_worksheet(book, "Sheet1");
    char *line = NULL;
    size_t room = 0;
    lxw_row_t row = 0;
    for (ssize_t n; (n = getline(&line, &room, in)) > 0; row++) {
        line[n - 1] = 0;
        char *rest = line, *cell;
        for (int column = 0; (cell = strsep(&rest, "\t")); column++) {
            if (row > 0 && is_number(column)) worksheet_write_number(sheet, row, column, strtod(cell, NULL), NULL);
            else worksheet_write_string(sheet, row, column, cell, NULL);
        }
    }
    free(line);
    fclose(in);
    return workbook_close(book);
}
