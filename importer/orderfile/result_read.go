package orderfile

// ResultOf is what a result file says of a row, where it was read with Options.Results.
func (r *Report) ResultOf(row int) (Result, bool) {
	result, known := r.results[row]
	return result, known
}

// keepResult keeps the five cells of a row of a result file.
func (b *orderBuilder) keepResult(raw *row) {
	at := b.l.resultAt
	if at < 0 || !b.o.Results || raw.number <= b.report.headingRow {
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
	if b.report.results == nil {
		b.report.results = map[int]Result{}
	}
	b.report.results[raw.number] = result
}
