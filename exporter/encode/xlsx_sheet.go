package encode

import (
	"fmt"
	"io"

	"github.com/dropbridge/dropbridge/internal/spreadsheet"
)

// openSheet is the sheet of the main table that is being written.
type openSheet struct {
	*spreadsheet.SheetPart
	at     int64 // where in the file the text up to the dimension stands
	opened int   // its length
	rows   int64 // so far, headings included
}

// startSheet begins the next sheet of the main table. Its first bytes hold the sheet's
// dimension, which is known only at the end: they stand uncompressed, to be written again
// by endSheet.
func (x *xlsxWriter) startSheet() error {
	number := len(x.rows) + 1
	frame, err := newFrame(x.mainSheets(append(x.rows[:number-1:number-1], spreadsheet.MaxRows)), x.date)
	if err != nil {
		return err
	}
	opening, head, _, err := spreadsheet.SplitSheet(frame.Sheets[number-1])
	if err != nil {
		return err
	}
	part, err := spreadsheet.CreateSheetPart(x.zip, number)
	if err != nil {
		return err
	}
	if err := part.ReserveOpening(opening); err != nil {
		return err
	}
	if err := x.zip.Flush(); err != nil {
		return err
	}
	end, err := x.out.Whole.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	x.sheet = &openSheet{SheetPart: part, at: end - int64(len(opening)), opened: len(opening), rows: 1}
	return part.AppendText(append(head, headings(x.columns)...))
}

// endSheet writes what follows the rows, and the dimension.
func (x *xlsxWriter) endSheet() error {
	s := x.sheet
	x.rows = append(x.rows, s.rows)
	frame, err := newFrame(x.mainSheets(x.rows), x.date)
	if err != nil {
		return err
	}
	opening, _, tail, err := spreadsheet.SplitSheet(frame.Sheets[len(x.rows)-1])
	if err != nil {
		return err
	}
	if err := s.AppendText(tail); err != nil {
		return err
	}
	if opening, err = spreadsheet.PadOpening(opening, s.opened); err != nil {
		return err
	}
	if err := s.Finish(opening); err != nil {
		return err
	}
	_, err = x.out.Whole.WriteAt(opening, s.at)
	return err
}

// headings is row 1.
func headings(columns []xlsxColumn) []byte {
	b := []byte(`<row r="1">`)
	for i := range columns {
		b = fmt.Appendf(b, `%s1" s="%d" t="inlineStr"><is><t`, columns[i].ref, heading)
		b = append(spreadsheet.AppendText(b, columns[i].Heading), "</t></is></c>"...)
	}
	return append(b, "</row>"...)
}
