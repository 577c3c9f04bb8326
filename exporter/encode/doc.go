// Package encode turns rows and elements into the bytes of a file. Each format is one
// file that can be read alone (csv.go, xlsx.go with what begins with its name, xml.go),
// and a line in Formats. It knows no products, prices or templates: package template makes
// the records, package exporter hands them on. It imports markup and spreadsheet.
//
//	writer, err := format.Open(output, options)
//	page := writer.NewPage()       // one worker's share
//	page.Place(rows)               // in the order of the list
//	lost := page.Add(&record)      // by many workers at once, each in a page of its own
//	page.Seal()                    // the page is complete: compress it
//	err = page.Write()             // in the order of the list
//	err = writer.Close()           // after the last page
//
// # Words
//
//   - record: a row of cells, or the elements of one offer
//   - table: what rows stand in: the only one of a CSV, a sheet of a workbook
//   - element: an element of XML; the elements of a record stand in the order of the
//     document
//   - page: the records that one worker writes at a time
//   - loss: what of a record the format cannot hold
//   - block: a compressed piece of a file: pages are compressed apart and joined
//   - spool: a temporary file for what is written later
package encode
