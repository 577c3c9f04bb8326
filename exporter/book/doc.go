// Package book writes workbooks for people: Office Open XML spreadsheets (ECMA-376) with
// typed columns, live formulas and pages that can be printed.
//
// The spreadsheet library makes everything but the rows. The rows are encoded here, as
// they come, from exact text; they wait compressed, a long sheet's in a temporary file
// beside the workbook, and are joined when the book is closed. A million rows take no more
// memory than a thousand.
package book
