package orders

import "github.com/dropbridge/dropbridge/importer/orderfile/cells"

// keepResult keeps the five cells of a row of a result file.
func (b *builder) keepResult(raw *cells.Row) {
	at := b.l.ResultAt
	if at < 0 || !b.source.Results || raw.Number <= b.headingRow {
		return
	}
	result := cells.ResultIn(raw, at)
	if result == (cells.Result{}) {
		return
	}
	if b.found.Results == nil {
		b.found.Results = map[int]cells.Result{}
	}
	b.found.Results[raw.Number] = result
}
