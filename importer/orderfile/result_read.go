package orderfile

import "github.com/dropbridge/dropbridge/importer/orderfile/cells"

// keepResult keeps the five cells of a row of a result file.
func (b *orderBuilder) keepResult(raw *cells.Row) {
	at := b.l.ResultAt
	if at < 0 || !b.source.results || raw.Number <= b.headingRow {
		return
	}
	var texts [len(cells.ResultColumns)]string
	for i := range texts {
		texts[i] = raw.At(at + i).Text
	}
	result := cells.Result{Status: texts[0], OrderID: texts[1], OrderStatus: texts[2], Waybills: texts[3], Error: texts[4]}
	if result == (cells.Result{}) {
		return
	}
	if b.found.Results == nil {
		b.found.Results = map[int]cells.Result{}
	}
	b.found.Results[raw.Number] = result
}
