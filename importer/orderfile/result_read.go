package orderfile

// ResultOf is what a result file says of a row, where it was read with Options.Results.
func (r *Report) ResultOf(row int) (Result, bool) {
	result, known := r.results[row]
	return result, known
}

// keepResult keeps the five cells of a row of a result file.
func (b *orderBuilder) keepResult(raw *row) {
	at := b.l.resultAt
	if at < 0 || !b.source.results || raw.number <= b.headingRow {
		return
	}
	var texts [len(resultColumns)]string
	for i := range texts {
		texts[i] = raw.at(at + i).text
	}
	result := Result{Status: texts[0], OrderID: texts[1], OrderStatus: texts[2], Waybills: texts[3], Error: texts[4]}
	if result == (Result{}) {
		return
	}
	if b.found.Results == nil {
		b.found.Results = map[int]Result{}
	}
	b.found.Results[raw.number] = result
}
