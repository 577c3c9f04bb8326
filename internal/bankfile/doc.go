// Package bankfile reads the statement of a bank: delimited text or a workbook, by the
// templates of banks, or 1CClientBankExchange.
//
// A template lists, for each role of a column, the headings under which banks write it.
// What no template fits is refused with the columns that were found. A row whose date or
// amount cannot be read, or that has a word that the template does not know, refuses the
// file: a payment that is passed over would be missed elsewhere.
package bankfile
